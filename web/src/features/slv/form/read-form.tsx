import { Box, Paper, Stack } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { type FormFieldName, type FormSection, formFields, type Programs } from '@portal/contract/slv/form'
import type { SlvRequest } from '@portal/contract/slv-request/model'
import { noEdits } from '../../../lib/autosave/edits.ts'
import * as format from '../../../lib/text/format.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Hint } from '../../../ui/presets.ts'
import { useBranding } from '../../auth/queries.ts'
import { SlvEvaluation, VarianceEvaluation } from '../../guideline/shared/slv-evaluation.tsx'
import type { Edit, Edits } from '../../history/queries.ts'
import { Answer, Labeled } from '../decision/decision-card.tsx'
import { fieldLabel, fieldText } from '../shared/field-text.ts'
import { formValues } from './editor.ts'
import classes from './form.module.css'
import { Sections } from './form-sections.tsx'
import { computedFor, fieldsIn, isOnForm, viewOf } from './form-view.ts'
import { Agreement, EditNote, FormDifference, hintFor } from './notes.tsx'
import { factorsText } from './variance-fields.ts'

/** What the SLV itself says of its program. */
const programOf = ({ buyerNonAgencyProgram: name, qualifiesBy }: SlvDetail): Programs =>
  name && qualifiesBy ? [{ name, qualifiesBy, products: [] }] : []

type ReadFormProps = { slv: SlvDetail; edited: Edits }

/** A request as it was saved, without inputs. */
export const ReadForm = ({ slv, edited }: ReadFormProps) => {
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
