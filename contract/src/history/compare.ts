import type { SlvDetail } from '../slv/answers.ts'
import { formFieldNames } from '../slv/form.ts'
import {
  type SlvRequest,
  type VarianceField,
  varianceFields,
} from '../slv-request/model.ts'
import type { Change } from './api.ts'

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
  const had = new Map(before.slvRequests.map((item) => [item.id, item]))
  const has = new Set(after.slvRequests.map(({ id }) => id))
  const known = new Set(before.documents.map(({ id }) => id))
  return {
    figures: formFieldNames.flatMap((field) => {
      const [was, is] = [answered(before[field]), answered(after[field])]
      return was === is ? [] : [{ field, before: was, after: is }]
    }),
    documents: after.documents
      .filter(({ id }) => !known.has(id))
      .map(({ id, name, type }) => ({ id, name, type })),
    variances: {
      added: after.slvRequests.filter(({ id }) => !had.has(id)),
      removed: before.slvRequests.filter(({ id }) => !has.has(id)),
      changed: after.slvRequests.flatMap((item) => {
        const was = had.get(item.id)
        const fields = was
          ? varianceFields.filter(
              (field) => comparable(was, field) !== comparable(item, field),
            )
          : []
        return was && fields.length > 0
          ? [{ before: was, after: item, fields }]
          : []
      }),
    },
  }
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
const answered = (value: Change['before'] | undefined): Change['before'] =>
  value === undefined || value === '' ? null : value

const comparable = (
  item: SlvRequest,
  field: VarianceField,
): Change['before'] =>
  field === 'compensatingFactors'
    ? JSON.stringify(
        item.compensatingFactors.map(({ factor, value }) => [factor, value]),
      )
    : item[field]
