import { conditionTimingLabels } from '@portal/contract/condition/model'
import { getKeys } from '@portal/contract/lib/typed'

/** What a condition may have to be met before, for a field to choose it. */
export const timingChoices = getKeys(conditionTimingLabels).map((value) => ({
  value,
  label: conditionTimingLabels[value],
}))
