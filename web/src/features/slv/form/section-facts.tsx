import { Box } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  type FormFieldName,
  type FormSection,
  formFields,
  type Programs,
} from '@portal/contract/slv/form'
import { noEdits } from '../../../lib/autosave/edits.ts'
import { useBranding } from '../../../records/auth/queries.ts'
import type { Edit, Edits } from '../../../records/history/queries.ts'
import { fieldLabel, fieldText } from '../../../records/slv/field-text.ts'
import { Facts } from '../../../ui/facts.tsx'
import { formValues } from './editor.ts'
import classes from './form.module.css'
import { computedFor, fieldsIn, isOnForm, viewOf } from './form-view.ts'
import { Agreement, EditNote, hintFor, isOverridden } from './notes.tsx'

/** The SLV's program, if it has one. */
const findProgram = ({
  buyerNonAgencyProgram: name,
  qualifiesBy,
}: SlvDetail): Programs =>
  name && qualifiesBy ? [{ name, qualifiesBy, products: [] }] : []

type SectionFactsProps = { slv: SlvDetail; section: FormSection; edited: Edits }

/**
 * The fields of a section as text, with what was edited and whether figures
 * agree.
 */
export const SectionFacts = ({ slv, section, edited }: SectionFactsProps) => {
  const { name: brandName } = useBranding()
  const view = viewOf(noEdits(formValues(slv)), findProgram(slv))
  const shownFields = fieldsIn(section).filter(
    (name) => isOnForm(name, view) && formFields[name].kind !== 'longText',
  )
  const facts = shownFields.map((name) => ({
    label: fieldLabel(name, brandName),
    value: <FieldValue slv={slv} name={name} edit={edited[name]} />,
  }))
  return <Facts facts={facts} />
}

type FieldValueProps = {
  slv: SlvDetail
  name: FormFieldName
  edit: Edit | undefined
}

const FieldValue = ({ slv, name, edit }: FieldValueProps) => {
  const computed = computedFor(name, slv)
  const hint = hintFor(name, { form: slv, qualifiesBy: slv.qualifiesBy })
  return (
    <>
      <span
        data-edited={edit ? true : undefined}
        className={edit && classes.edited}
      >
        {fieldText(name, slv[name])}
      </span>
      {edit && <EditNote name={name} edit={edit} />}
      {typeof computed === 'number' && (
        <Agreement
          name={name}
          typed={slv[name]}
          computed={computed}
          isOverride={isOverridden(name, slv)}
        />
      )}
      {hint && (
        <Box component="span" display="block" c="dimmed" fz="xs">
          {hint}
        </Box>
      )}
    </>
  )
}
