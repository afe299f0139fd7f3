import {
  Fieldset,
  Group,
  MultiSelect,
  Select,
  SimpleGrid,
  TextInput,
} from '@mantine/core'
import { ruleColumns } from '@portal/contract/guideline/columns'
import { getKeys } from '@portal/contract/lib/typed'
import {
  occupancies,
  occupancyLabels,
  propertyTypeLabels,
  propertyTypes,
  purposes,
  states,
} from '@portal/contract/slv/model'
import type { VarianceDraft } from './variance-draft.ts'

const bandLabels = {
  creditScore: [ruleColumns.scoreMin, ruleColumns.scoreMax],
  loanAmount: [ruleColumns.amountMin, ruleColumns.amountMax],
  ltv: [ruleColumns.ltvMin, ruleColumns.ltvMax],
} as const

const choices = {
  occupancies: occupancies.map((value) => ({
    value,
    label: occupancyLabels[value],
  })),
  purposes: purposes.map((value) => ({ value, label: value })),
  propertyTypes: propertyTypes.map((value) => ({
    value,
    label: propertyTypeLabels[value],
  })),
  states: states.map((value) => ({ value, label: value })),
}

const toYesNo = (value: boolean | undefined) => {
  if (value === undefined) return null
  return value ? 'Yes' : 'No'
}

type ScopeFieldsProps = {
  draft: Pick<VarianceDraft, 'scope' | 'bands'>
  errorOf: (field: string) => string | undefined
  onChange: (part: Partial<VarianceDraft>) => void
}

/**
 * The loans that a limit is for, with the columns of the rule matrix. What is
 * empty matches every loan.
 */
export const ScopeFields = ({
  draft: { scope, bands },
  errorOf,
  onChange,
}: ScopeFieldsProps) => {
  const change = (part: Partial<VarianceDraft['scope']>) =>
    onChange({ scope: { ...scope, ...part } })
  return (
    <Fieldset legend="Loans covered">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {getKeys(choices).map((key) => (
          <MultiSelect
            key={key}
            label={ruleColumns[key]}
            placeholder={scope[key]?.length ? '' : 'Any'}
            searchable={key === 'states'}
            data={choices[key]}
            value={scope[key] ?? []}
            onChange={(chosen) =>
              change({
                [key]: choices[key].flatMap(({ value }) =>
                  chosen.includes(value) ? [value] : [],
                ),
              })
            }
          />
        ))}
        {getKeys(bandLabels).map((key) => (
          <Group key={key} gap="xs" wrap="nowrap" align="start" grow>
            {(['min', 'max'] as const).map((end, place) => (
              <TextInput
                key={end}
                label={bandLabels[key][place]}
                placeholder="Any"
                inputMode="decimal"
                value={bands[key][end]}
                error={
                  errorOf(`scope.${key}.${end}`) ??
                  (end === 'min' ? errorOf(`scope.${key}`) : undefined)
                }
                onChange={(event) =>
                  onChange({
                    bands: {
                      ...bands,
                      [key]: {
                        ...bands[key],
                        [end]: event.currentTarget.value,
                      },
                    },
                  })
                }
              />
            ))}
          </Group>
        ))}
        <Select
          label={ruleColumns.isExperiencedInvestor}
          placeholder="Any"
          clearable
          data={['Yes', 'No']}
          value={toYesNo(scope.isExperiencedInvestor)}
          onChange={(value) =>
            change({
              isExperiencedInvestor:
                value === null ? undefined : value === 'Yes',
            })
          }
        />
      </SimpleGrid>
    </Fieldset>
  )
}
