import { Box, Stack } from '@mantine/core'
import { branded } from '@portal/contract/lib/brand'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { FormFieldName } from '@portal/contract/slv/form'
import { slvTypeLabels } from '@portal/contract/slv/model'
import type { SlvRequest } from '@portal/contract/slv-request/model'
import { noEdits } from '../../../lib/autosave/edits.ts'
import { keyed } from '../../../lib/state/keyed.ts'
import * as format from '../../../lib/text/format.ts'
import { Facts } from '../../../ui/facts.tsx'
import { OutlineLayout, Section } from '../../../ui/outline.tsx'
import { useBranding, useProfile } from '../../auth/queries.ts'
import { RequestDocuments } from '../../document/shared/request-documents.tsx'
import { fieldLabel, fieldText } from '../shared/field-text.ts'
import { SlvStatusBadge } from '../shared/slv-status.tsx'
import { Agreement, FormDifference, hintFor, Quiet } from './computed-note.tsx'
import { type Edit, type Edited, EditNote } from './edit-note.tsx'
import { formValues } from './editor.ts'
import classes from './form.module.css'
import { computedFor, fieldsIn, isOnForm, sectionId, sectionsFor, viewOf } from './form-view.ts'

export const ReadForm = ({ slv, edited }: { slv: SlvDetail; edited: Edited }) => {
  const { name: brandName } = useBranding()
  const view = viewOf(noEdits(formValues(slv)))
  const sections = sectionsFor(useProfile().role, slv)
  const items = sections.map(({ id, label }) => ({ id: sectionId(id), label }))
  return (
    <OutlineLayout label="Sections of the request" items={items}>
      {sections.map(({ id, label }) => {
        const names = fieldsIn(id).filter((name) => isOnForm(name, view) && name !== 'singleLoanVarianceRequest')
        return (
          <Section key={id} id={sectionId(id)} title={label}>
            {id === 'loan' && <LoanIdentity slv={slv} />}
            {names.length > 0 && (
              <Facts
                facts={names.map((name) => ({
                  label: fieldLabel(name, brandName),
                  value: <FieldValue slv={slv} name={name} edit={edited[name]} />,
                }))}
              />
            )}
            {id === 'variances' && (
              <>
                {slv.singleLoanVarianceRequest && <p className={classes.text}>{slv.singleLoanVarianceRequest}</p>}
                <VarianceList slv={slv} />
              </>
            )}
            {id === 'documents' && <RequestDocuments slv={slv} />}
          </Section>
        )
      })}
    </OutlineLayout>
  )
}

export const LoanIdentity = ({ slv }: { slv: SlvDetail }) => {
  const { name } = useBranding()
  return (
    <Box mb="md">
      <Facts
        facts={[
          { label: branded('{buyer} Loan Number', name), value: format.text(slv.buyerLoan) },
          { label: 'Seller', value: slv.sellerName },
          { label: 'Corr ID', value: format.text(slv.corrID) },
          { label: 'Type', value: slvTypeLabels[slv.type] },
          { label: 'Request Date', value: format.date(slv.date) },
        ]}
      />
    </Box>
  )
}

const FieldValue = ({ slv, name, edit }: { slv: SlvDetail; name: FormFieldName; edit: Edit | undefined }) => {
  const value = slv[name]
  const computed = computedFor(name, slv)
  const hint = hintFor(name, slv)
  return (
    <>
      <span data-edited={edit ? true : undefined} className={edit && classes.edited}>
        {fieldText(name, value)}
      </span>
      {edit && <EditNote name={name} edit={edit} />}
      {typeof computed === 'number' && <Agreement name={name} typed={value} computed={computed} />}
      {hint && (
        <Box component="span" display="block" c="dimmed" fz="xs">
          {hint}
        </Box>
      )}
    </>
  )
}

const VarianceList = ({ slv }: { slv: SlvDetail }) => {
  if (slv.slvRequests.length === 0) return <Quiet>No variance was requested.</Quiet>
  return (
    <Stack component="ol" gap="sm" m="var(--mantine-spacing-md) 0 0" p={0} style={{ listStyle: 'none' }}>
      {slv.slvRequests.map((request) => (
        <li key={request.id} className={classes.card}>
          <VarianceCard slv={slv} request={request} />
        </li>
      ))}
    </Stack>
  )
}

const VarianceCard = ({ slv, request }: { slv: SlvDetail; request: SlvRequest }) => {
  const answer = slv.slvDecisionRequests?.find(({ slvRequestId }) => slvRequestId === request.id)
  return (
    <article aria-label={request.summary}>
      <h3>{request.summary}</h3>
      {request.summary !== request.reason && <Quiet>{request.reason}</Quiet>}
      <FormDifference variance={request} form={slv} />
      <dl className={classes.text}>
        <div>
          <dt>Guideline text</dt>
          <dd>{format.text(request.currentGuideline)}</dd>
        </div>
        <div>
          <dt>Justification</dt>
          <dd>{format.text(request.justification)}</dd>
        </div>
        <div>
          <dt>Compensating factors</dt>
          <dd>
            {request.compensatingFactors.length === 0 ? (
              format.none
            ) : (
              <ul>
                {keyed(request.compensatingFactors, ({ factor }) => factor).map(({ key, item: { factor, value } }) => (
                  <li key={key}>{value ? `${factor}: ${value}` : factor}</li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      </dl>
      {answer && (
        <div className={classes.answer}>
          <SlvStatusBadge status={answer.decision} />
          {answer.currentGuideline && <p className={classes.text}>Current guideline: {answer.currentGuideline}</p>}
          {answer.comment && <p className={classes.text}>{answer.comment}</p>}
        </div>
      )}
    </article>
  )
}
