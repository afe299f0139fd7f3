import type { FormFieldName } from '@portal/contract/slv/form'
import {
  occupancies,
  occupancyLabels,
  programNames,
  propertyTypeLabels,
  propertyTypes,
  purposes,
  states,
} from '@portal/contract/slv/model'
import type { Choice } from './choice-inputs.tsx'

const plain = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: value }))

/** The choices of a field; the product's depend on the program and are not among them. */
export const choicesOf: Partial<Record<FormFieldName, Choice[]>> = {
  buyerNonAgencyProgram: plain(programNames),
  state: plain(states),
  propertyType: propertyTypes.map((value) => ({ value, label: propertyTypeLabels[value] })),
  purpose: plain(purposes),
  occupancy: occupancies.map((value) => ({ value, label: occupancyLabels[value] })),
}
