import { Flex } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { FormSection } from '@portal/contract/slv/form'
import { isSellerDraft } from '@portal/contract/slv/status'
import type { ReactNode } from 'react'
import type { Edits } from '../../../records/history/queries.ts'
import { Fields } from '../../../ui/outline.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { DraftEligibility } from './draft-eligibility.tsx'
import { useEditor, useEditorState } from './editor.ts'
import { EditorFrame } from './editor-frame.tsx'
import classes from './form.module.css'
import { ChangeBar, SendBar } from './form-bars.tsx'
import { FormField } from './form-field.tsx'
import { Sections } from './form-sections.tsx'
import { fieldsIn } from './form-view.ts'
import { ProblemSummary } from './problem-summary.tsx'
import { countBySection, saveProblems, sendProblems } from './problems.ts'
import { ReadForm } from './read-form.tsx'
import { VarianceSection } from './variances/variance-section.tsx'

type RequestFormProps = {
  slv: SlvDetail
  /** `edit` saves a draft by itself, and a sent request on demand. */
  mode: 'edit' | 'read'
  /** What was changed since the request was sent. */
  edited?: Edits | undefined
  /** Sections that the page has elsewhere. */
  leftOut?: readonly FormSection[]
}

const unedited: Edits = {}

/** A request on a page: sections with inputs, or as text. */
export const RequestForm = ({
  slv,
  mode,
  edited = unedited,
  leftOut = [],
}: RequestFormProps) =>
  mode === 'edit' ? (
    <EditorFrame
      key={`${slv.id} ${isSellerDraft(slv.status)} ${slv.resubmitCount}`}
      slv={slv}
      // As tall as a window, so that nothing below it is seen before it moves
      // away.
      fallback={<PageSkeleton sections={12} />}
    >
      <EditForm slv={slv} edited={edited} leftOut={leftOut} />
    </EditorFrame>
  ) : (
    <ReadForm slv={slv} edited={edited} leftOut={leftOut} />
  )

type FormProps = {
  slv: SlvDetail
  edited: Edits
  leftOut: readonly FormSection[]
}

const EditForm = ({ slv, edited, leftOut }: FormProps) => {
  const { isDraft } = useEditor()
  const isWide =
    useMediaQuery('(min-width: 75em)', undefined, {
      getInitialValueInEffect: false,
    }) ?? false
  const draftClass = isWide ? classes.besidePanel : classes.aboveBar
  return (
    <div className={isDraft ? draftClass : undefined}>
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
          leftOut={leftOut}
          beforeVariances={
            isDraft && !isWide ? <DraftEligibility slv={slv} /> : null
          }
        />
        {!isDraft && <ChangeBar slv={slv} />}
      </Flex>
      {isDraft && isWide && <DraftEligibility slv={slv} />}
      {isDraft && <SendBar slv={slv} />}
    </div>
  )
}

const EditSections = ({
  slv,
  edited,
  leftOut,
  beforeVariances,
}: FormProps & { beforeVariances: ReactNode }) => {
  const { isDraft, brandName } = useEditor()
  const counts = useEditorState((state) =>
    countBySection((isDraft ? sendProblems : saveProblems)(state, brandName)),
  )
  return (
    <Sections
      slv={slv}
      beforeVariances={beforeVariances}
      leftOut={leftOut}
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
