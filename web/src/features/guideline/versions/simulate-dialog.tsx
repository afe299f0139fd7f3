import { Box, List, NumberInput } from '@mantine/core'
import type { GuideAnswer } from '@portal/contract/guideline/api'
import {
  isYesNo,
  type Parameter,
  parameters,
} from '@portal/contract/guideline/model'
import { limitText, scopeText } from '@portal/contract/guideline/texts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { Hint } from '../../../ui/presets.ts'
import {
  guideTodayQuery,
  useCreateVersion,
  useSaveRules,
} from '../manage/queries.ts'
import { isReviewOf, loosenLimit, loosenRules } from './limit-draft.ts'

type SimulateDialogProps = {
  parameter: Parameter
  /** Its name. */
  program: string
  /** How much looser the limit is proposed to be. */
  by: number
  onClose: () => void
}

/** Creates a draft of a program with a looser limit, and opens its effect. */
export const SimulateDialog = ({
  parameter,
  program,
  by: proposed,
  onClose,
}: SimulateDialogProps) => {
  const { label, unit } = parameters[parameter]
  const { data, error } = useQuery(guideTodayQuery)
  const [by, setBy] = useState<number | string>(proposed)
  const rules = data ? listRules(data, program) : []
  const limits = rules.filter((rule) => isReviewOf(parameter, rule))
  const create = useCreateDraft(`${label} of ${program}, simulated`)
  const size = Number(by)
  return (
    <FormDialog
      title="Simulate a new limit"
      submitLabel="Create draft and show its effect"
      isSubmitDisabled={
        limits.length === 0 || !(size > 0 || isYesNo(parameter))
      }
      onClose={onClose}
      onSubmit={() => create(loosenRules(rules, parameter, size))}
    >
      <Hint>
        {`A draft with the rules of ${program} in effect today and a looser limit for ${label}. Nothing changes for requests until someone publishes it.`}
      </Hint>
      {!isYesNo(parameter) && (
        <NumberInput
          label={`Loosen by (${unit === '%' ? 'points' : unit})`}
          description="Half of the approved exceptions missed the limit by this or less"
          min={0}
          decimalScale={3}
          hideControls
          data-autofocus
          value={by}
          onChange={setBy}
        />
      )}
      {error && (
        <Hint role="alert">{`Couldn’t load the rules: ${error.message}`}</Hint>
      )}
      {data && limits.length === 0 && (
        <Hint role="alert">{`No guideline in effect today limits ${label} for ${program}.`}</Hint>
      )}
      <Box component="section" aria-label="New limits">
        <List size="sm">
          {limits.map((rule) => (
            <List.Item key={rule.id}>
              {scopeText(rule.scope)}: {limitText(rule)} →{' '}
              {limitText({ ...rule, value: loosenLimit(rule, size) })}
            </List.Item>
          ))}
        </List>
      </Box>
    </FormDialog>
  )
}

const listRules = ({ programs, rules }: GuideAnswer, name: string) => {
  const program = programs.find((one) => one.name === name)
  return rules.filter((rule) => rule.program === program?.code)
}

/** Creates a draft with rules, and goes to its effect. */
const useCreateDraft = (title: string) => {
  const navigate = useNavigate()
  const createVersion = useCreateVersion()
  const save = useSaveRules(() => undefined)
  // Kept, so that trying again makes no second draft.
  const [draft, setDraft] = useState<{ id: string; version: number }>()
  return async (rules: ReturnType<typeof loosenRules>) => {
    const { id, version } =
      draft ?? (await createVersion.mutateAsync({ title }))
    setDraft({ id, version })
    await save.mutateAsync({ id, version, rules })
    await navigate({
      to: '/settings/guidelines/$versionId',
      params: { versionId: id },
      search: { tab: 'effect' },
    })
  }
}
