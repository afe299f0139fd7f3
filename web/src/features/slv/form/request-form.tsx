import { Box, Flex, Paper, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ProgramCatalog } from '@portal/contract/guideline/api'
import type { Program } from '@portal/contract/guideline/model'
import { branded } from '@portal/contract/lib/brand'
import { civil } from '@portal/contract/sla/calendar'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { type FormFieldName, type FormSection, formFields, type Programs } from '@portal/contract/slv/form'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { isSellerDraft } from '@portal/contract/slv/status'
import { keepsOneVariance, type SlvRequest } from '@portal/contract/slv-request/model'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { hasUnsaved } from '../../../lib/autosave/draft-state.ts'
import { noEdits } from '../../../lib/autosave/edits.ts'
import { usePendingWrite } from '../../../lib/autosave/pending-writes.tsx'
import * as format from '../../../lib/text/format.ts'
import { Facts } from '../../../ui/facts.tsx'
import { FieldProblems } from '../../../ui/inputs/field-problems.tsx'
import { LoadFailed } from '../../../ui/message.tsx'
import { Fields, type OutlineItem, OutlineLayout, Section } from '../../../ui/outline.tsx'
import { Hint } from '../../../ui/presets.ts'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { useBranding, useProfile } from '../../auth/queries.ts'
import { RequestDocuments } from '../../document/shared/request-documents.tsx'
import { programsQuery } from '../../guideline/queries.ts'
import { SlvEvaluation, VarianceEvaluation } from '../../guideline/shared/slv-evaluation.tsx'
import type { Edit, Edits } from '../../history/queries.ts'
import { Answer, Labeled } from '../decision/decision-card.tsx'
import { fieldLabel, fieldText } from '../shared/field-text.ts'
import { DraftEligibility } from './draft-eligibility.tsx'
import {
  type Catalog,
  type Editor,
  EditorContext,
  formOf,
  formValues,
  useEditor,
  useEditorState,
  useFormEditor,
} from './editor.ts'
import classes from './form.module.css'
import { ChangeBar, SendBar } from './form-bars.tsx'
import { FormField } from './form-field.tsx'
import { computedFor, fieldsIn, isOnForm, sectionId, sectionsFor, viewOf } from './form-view.ts'
import { Agreement, EditNote, FormDifference, hintFor } from './notes.tsx'
import { countBySection, saveProblems, sendProblems } from './problems.ts'
import { factorsText } from './variance-fields.ts'
import { VarianceSection } from './variance-section.tsx'

type RequestFormProps = {
  slv: SlvDetail
  /** `edit` saves a draft by itself, and a sent request on demand. */
  mode: 'edit' | 'read'
  /** What was changed since the request was sent. */
  edited?: Edits | undefined
}

const unedited: Edits = {}

export const RequestForm = ({ slv, mode, edited = unedited }: RequestFormProps) =>
  mode === 'edit' ? (
    <FormWithCatalog key={`${slv.id} ${isSellerDraft(slv.status)} ${slv.resubmitCount}`} slv={slv} edited={edited} />
  ) : (
    <ReadForm slv={slv} edited={edited} />
  )

type FormProps = { slv: SlvDetail; edited: Edits }

/** The form, once it is known which programs and reasons it may choose. */
const FormWithCatalog = ({ slv, edited }: FormProps) => {
  const { data, error, refetch, isFetching } = useQuery(programsQuery)
  // Kept for the editor's life, so that a choice never disappears while one types.
  const [catalog, setCatalog] = useState<Catalog | null>(null)
  if (data && !catalog) setCatalog(selectable(data, slv))
  if (catalog) return <EditForm slv={slv} edited={edited} catalog={catalog} />
  return error ? (
    <LoadFailed what="the programs" error={error} loading={isFetching} onClick={refetch} />
  ) : (
    <PageSkeleton />
  )
}

/** The programs that are active today, and the request's own. */
const selectable = ({ items, reasons }: ProgramCatalog, slv: SlvDetail): Catalog => {
  const today = civil(new Date()).day
  const isActive = ({ activeFrom, activeTo }: Program) =>
    activeFrom <= today && (activeTo === null || today <= activeTo)
  return {
    programs: items.filter((program) => program.name === slv.buyerNonAgencyProgram || isActive(program)),
    reasons,
  }
}

const EditForm = ({ slv, edited, catalog }: FormProps & { catalog: Catalog }) => {
  const editor = useFormEditor(slv, catalog)
  const { name: brandName } = useBranding()
  const isDraft = isSellerDraft(slv.status)
  const keepsOne = keepsOneVariance(slv)
  const frame = useMemo(
    () => ({ editor, slvId: slv.id, brandName, isDraft, sentAt: isDraft ? null : slv.date, keepsOne }),
    [editor, slv.id, slv.date, brandName, isDraft, keepsOne],
  )
  usePendingWrite(() => flush(editor, isDraft))
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false }) ?? false
  return (
    <EditorContext value={frame}>
      <div className={isDraft && isWide ? classes.besidePanel : undefined}>
        <Flex
          component="form"
          direction="column"
          gap="md"
          miw={0}
          noValidate
          onSubmit={(event) => event.preventDefault()}
          aria-label="Request"
        >
          <ProblemSummary />
          <EditSections
            slv={slv}
            edited={edited}
            beforeVariances={isDraft && !isWide ? <DraftEligibility slv={slv} /> : null}
          />
          {isDraft ? <SendBar slv={slv} /> : <ChangeBar slv={slv} />}
        </Flex>
        {isDraft && isWide && <DraftEligibility slv={slv} />}
      </div>
    </EditorContext>
  )
}

/** Before the SLV changes its status: a draft is saved; changes to a sent request are the person's to save. */
const flush = async (editor: Editor, isDraft: boolean) => {
  if (isDraft) await editor.save('all')
  if (!hasUnsaved(editor.get())) return
  editor.attempt()
  throw new Error(isDraft ? 'Some values can’t be saved yet' : 'Save or discard your changes to the request first')
}

const ProblemSummary = () => {
  const { brandName, isDraft } = useEditor()
  const attempts = useEditorState((state) => state.attempts)
  const isSending = isDraft && attempts > 0
  const problems = useEditorState((state) => {
    const { contested, refused } = formOf(state)
    if (state.attempts === 0 && contested.length === 0 && Object.keys(refused).length === 0) return []
    const own = (isSending ? sendProblems : saveProblems)(state, brandName)
    const more = state.serverProblems.filter(({ field }) => !own.some((problem) => problem.field === field))
    return [...own, ...more]
  })
  return (
    <FieldProblems
      title={isSending ? 'Fix these before you send the request' : 'Some fields need your attention'}
      problems={problems}
      attempt={attempts}
    />
  )
}

const EditSections = ({ slv, edited, beforeVariances }: FormProps & { beforeVariances: ReactNode }) => {
  const { isDraft, brandName } = useEditor()
  const counts = useEditorState((state) => countBySection((isDraft ? sendProblems : saveProblems)(state, brandName)))
  return (
    <Sections
      slv={slv}
      beforeVariances={beforeVariances}
      stateOf={(id) => ({
        problems: counts[id] ?? 0,
        isDone: isDraft && counts[id] === 0 && id !== 'documents',
      })}
    >
      {(id) => (
        <>
          <Fields>
            {fieldsIn(id).map((name) => (
              <FormField key={name} name={name} edit={edited[name]} />
            ))}
          </Fields>
          {id === 'variances' && <VarianceSection />}
        </>
      )}
    </Sections>
  )
}

type SectionsProps = {
  slv: SlvDetail
  stateOf?: (id: FormSection) => Pick<OutlineItem, 'problems' | 'isDone'>
  beforeVariances?: ReactNode
  /** The fields of a section. */
  children: (id: FormSection) => ReactNode
}

/** The sections of a request in the order for this role, with what is the same in every mode. */
const Sections = ({ slv, stateOf, beforeVariances, children }: SectionsProps) => {
  const { name: brandName } = useBranding()
  const sections = sectionsFor(useProfile().role, slv)
  const items = sections.map(({ id, label }) => ({ id: sectionId(id), label, ...stateOf?.(id) }))
  const loanFacts = [
    { label: branded('{buyer} Loan Number', brandName), value: format.text(slv.buyerLoan) },
    { label: 'Seller', value: slv.sellerName },
    { label: 'Corr ID', value: format.text(slv.corrID) },
    { label: 'Type', value: slvTypeLabels[slv.type] },
    { label: 'Request Date', value: format.date(slv.date) },
  ]
  return (
    <OutlineLayout label="Sections of the request" items={items}>
      {sections.map(({ id, label }) => (
        <Fragment key={id}>
          {id === 'variances' && beforeVariances}
          <Section id={sectionId(id)} title={label}>
            {id === 'loan' && (
              <Box mb="md">
                <Facts facts={loanFacts} />
              </Box>
            )}
            {id === 'documents' && <RequestDocuments slv={slv} />}
            {children(id)}
          </Section>
        </Fragment>
      ))}
    </OutlineLayout>
  )
}

/** What the SLV itself says of its program. */
const programOf = ({ buyerNonAgencyProgram: name, qualifiesBy }: SlvDetail): Programs =>
  name && qualifiesBy ? [{ name, qualifiesBy, products: [] }] : []

const ReadForm = ({ slv, edited }: FormProps) => {
  const { name: brandName } = useBranding()
  const view = viewOf(noEdits(formValues(slv)), programOf(slv))
  const factsIn = (id: FormSection) =>
    fieldsIn(id)
      .filter((name) => isOnForm(name, view) && formFields[name].kind !== 'longText')
      .map((name) => ({
        label: fieldLabel(name, brandName),
        value: <FieldValue slv={slv} name={name} edit={edited[name]} />,
      }))
  return (
    <Sections slv={slv}>
      {(id) =>
        id === 'variances' ? (
          <>
            {slv.singleLoanVarianceRequest && <p className={classes.text}>{slv.singleLoanVarianceRequest}</p>}
            <SlvEvaluation slv={slv} />
            {slv.slvRequests.length === 0 ? <Hint>No variance was requested.</Hint> : <VarianceList slv={slv} />}
          </>
        ) : (
          id !== 'documents' && <Facts facts={factsIn(id)} />
        )
      }
    </Sections>
  )
}

type FieldValueProps = { slv: SlvDetail; name: FormFieldName; edit: Edit | undefined }

const FieldValue = ({ slv, name, edit }: FieldValueProps) => {
  const computed = computedFor(name, slv)
  const hint = hintFor(name, { form: slv, qualifiesBy: slv.qualifiesBy })
  return (
    <>
      <span data-edited={edit ? true : undefined} className={edit && classes.edited}>
        {fieldText(name, slv[name])}
      </span>
      {edit && <EditNote name={name} edit={edit} />}
      {typeof computed === 'number' && <Agreement name={name} typed={slv[name]} computed={computed} />}
      {hint && (
        <Box component="span" display="block" c="dimmed" fz="xs">
          {hint}
        </Box>
      )}
    </>
  )
}

const VarianceList = ({ slv }: { slv: SlvDetail }) => (
  <Stack component="ol" gap="sm" m="var(--mantine-spacing-md) 0 0" p={0} style={{ listStyle: 'none' }}>
    {slv.slvRequests.map((request) => (
      <Paper key={request.id} component="li" p="sm" bd="1px solid var(--portal-line)">
        <VarianceCard slv={slv} request={request} />
      </Paper>
    ))}
  </Stack>
)

const VarianceCard = ({ slv, request }: { slv: SlvDetail; request: SlvRequest }) => {
  const answer = slv.slvDecisionRequests?.find(({ slvRequestId }) => slvRequestId === request.id)
  return (
    <Stack component="article" gap={6} aria-label={request.summary}>
      <Box component="h3" m={0} style={{ overflowWrap: 'anywhere' }}>
        {request.summary}
      </Box>
      {request.summary !== request.reason && <Hint>{request.reason}</Hint>}
      <FormDifference variance={request} form={slv} date={slv.date} />
      <VarianceEvaluation slv={slv} request={request} />
      <Labeled label="Guideline text">{format.text(request.currentGuideline)}</Labeled>
      <Labeled label="Justification">{format.text(request.justification)}</Labeled>
      <Labeled label="Compensating factors">{factorsText(request.compensatingFactors, '\n')}</Labeled>
      {answer && <Answer answer={answer} />}
    </Stack>
  )
}
