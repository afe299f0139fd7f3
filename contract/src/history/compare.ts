import type { SlvDetail } from '../slv/answers.ts'
import { formFieldNames } from '../slv/form.ts'
import {
  type SlvRequest,
  type VarianceField,
  varianceFields,
} from '../slv-request/model.ts'
import type { Change } from './model.ts'

/** A changed variance; `fields` are those that differ. */
export type VarianceChange = {
  before: SlvRequest
  after: SlvRequest
  fields: VarianceField[]
}

/** Differences of a round from the one before. */
export type RoundChanges = {
  figures: Change[]
  /** New files. */
  documents: Pick<SlvDetail['documents'][number], 'id' | 'name' | 'type'>[]
  variances: {
    added: SlvRequest[]
    removed: SlvRequest[]
    changed: VarianceChange[]
  }
}

type Round = Pick<
  SlvDetail,
  (typeof formFieldNames)[number] | 'slvRequests' | 'documents'
>

/** Compares two rounds by what the role sees of both, without decisions. */
export const compareRounds = (before: Round, after: Round): RoundChanges => {
  const earlierIds = new Set(before.slvRequests.map(({ id }) => id))
  const laterIds = new Set(after.slvRequests.map(({ id }) => id))
  return {
    figures: compareFigures(before, after),
    documents: newDocuments(before, after),
    variances: {
      added: after.slvRequests.filter(({ id }) => !earlierIds.has(id)),
      removed: before.slvRequests.filter(({ id }) => !laterIds.has(id)),
      changed: changedVariances(before, after),
    },
  }
}

const compareFigures = (before: Round, after: Round): Change[] => {
  const changes: Change[] = []
  for (const field of formFieldNames) {
    const earlier = emptyAsNull(before[field])
    const later = emptyAsNull(after[field])
    if (earlier !== later)
      changes.push({ field, before: earlier, after: later })
  }
  return changes
}

const newDocuments = (
  before: Round,
  after: Round,
): RoundChanges['documents'] => {
  const earlierIds = new Set(before.documents.map(({ id }) => id))
  return after.documents
    .filter(({ id }) => !earlierIds.has(id))
    .map(({ id, name, type }) => ({ id, name, type }))
}

/** The variances of both rounds that differ, in the order of the later one. */
const changedVariances = (before: Round, after: Round): VarianceChange[] => {
  const earlierById = new Map(before.slvRequests.map((item) => [item.id, item]))
  const changes: VarianceChange[] = []
  for (const later of after.slvRequests) {
    const earlier = earlierById.get(later.id)
    if (!earlier) continue
    const fields = varianceFields.filter(
      (field) => comparable(earlier, field) !== comparable(later, field),
    )
    if (fields.length > 0)
      changes.push({ before: earlier, after: later, fields })
  }
  return changes
}

export const countChanges = ({
  figures,
  documents,
  variances: { added, removed, changed },
}: RoundChanges): number =>
  figures.length +
  documents.length +
  added.length +
  removed.length +
  changed.length

/** Missing, empty and hidden are all null. */
const emptyAsNull = (value: Change['before'] | undefined): Change['before'] =>
  value === undefined || value === '' ? null : value

/** A field's value in a form that `===` compares. */
const comparable = (
  variance: SlvRequest,
  field: VarianceField,
): Change['before'] => {
  if (field !== 'compensatingFactors') return variance[field]
  return JSON.stringify(
    variance.compensatingFactors.map(({ factor, value }) => [factor, value]),
  )
}
