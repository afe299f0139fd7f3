import { Group, Radio } from '@mantine/core'
import { type Decision, decisions, slvStatusLabels } from '@portal/contract/slv/status'

type DecisionChoiceProps = {
  id?: string
  label: string
  value: Decision | null
  onChange: (value: Decision) => void
  error?: string | undefined
  withAsterisk?: boolean
}

export const DecisionChoice = ({ id, value, onChange, ...rest }: DecisionChoiceProps) => (
  <Radio.Group
    {...rest}
    value={value}
    onChange={(chosen) => onChange(decisions.find((known) => known === chosen) ?? 'APPROVED')}
  >
    <Group gap="md" mt={4}>
      {decisions.map((decision, index) => (
        <Radio
          key={decision}
          value={decision}
          label={slvStatusLabels[decision]}
          {...(id !== undefined && index === 0 && { id })}
        />
      ))}
    </Group>
  </Radio.Group>
)
