import { List, Text, TextInput } from '@mantine/core'
import type { RulesAnswer, VersionAnswer } from '@portal/contract/guideline/api'
import { suggestStart } from '@portal/contract/guideline/check-rules'
import {
  type Program,
  parameters,
  type Rule,
} from '@portal/contract/guideline/model'
import { findTextMismatch } from '@portal/contract/guideline/rule-text'
import { limitText, scopeText } from '@portal/contract/guideline/texts'
import { civil } from '@portal/contract/sla/calendar'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getProblems } from '../../../lib/call-error.ts'
import { useFields } from '../../../lib/state/use-fields.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { WarningBox } from '../../../ui/notice.tsx'
import { Hint } from '../../../ui/presets.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { replacedRulesQuery, usePublishVersion } from '../manage/queries.ts'
import { EffectSummary } from './effect-view.tsx'
import { versionTitle } from './version-labels.ts'

type PublishDialogProps = {
  version: VersionAnswer
  rules: RulesAnswer
  programs: readonly Program[]
  onClose: () => void
}

/**
 * Publishes a draft, which ends the previous version on the effective date.
 * Loosened limits, and texts that contradict their limits, are listed and must
 * be confirmed.
 */
export const PublishDialog = ({
  version,
  rules,
  programs,
  onClose,
}: PublishDialogProps) => {
  const publish = usePublishVersion()
  const { draft, text } = useFields(
    () => ({
      effectiveFrom: suggestStart(rules, programs, civil(new Date()).day),
    }),
    getProblems(publish.error),
  )
  const comparison = useQuery(replacedRulesQuery(version.id))
  const [isConfirming, setIsConfirming] = useState(false)

  const overlaps = rules.overlaps.length
  const loosened = findLoosened(comparison.data?.changes ?? [])
  const mismatches = findMismatches(rules.rules)
  const hasWarnings = loosened.length > 0 || mismatches.length > 0

  const submit = async () => {
    if (hasWarnings && !isConfirming) return setIsConfirming(true)
    await publish.mutateAsync({
      id: version.id,
      version: version.version,
      ...draft,
    })
    onClose()
  }

  return (
    <FormDialog
      title={`Publish ${versionTitle(version)}`}
      submitLabel={isConfirming ? 'Publish anyway' : 'Publish'}
      isSubmitDisabled={
        overlaps > 0 || version.rules === 0 || comparison.isPending
      }
      onClose={onClose}
      back={
        isConfirming
          ? { label: 'Back', onBack: () => setIsConfirming(false) }
          : { label: 'Cancel', onBack: onClose }
      }
      onSubmit={submit}
    >
      <Text>
        New requests are evaluated against these {version.rules} rules if their
        lock date, or today without one, is on or after the effective date.
        Requests already sent keep their version. A published version can’t be
        changed.
      </Text>
      <TextInput
        type="date"
        label="Effective date"
        description="Only the first guidelines of a program can start in the past."
        data-autofocus
        {...text('effectiveFrom')}
      />
      {version.rules > 0 && <EffectSummary id={version.id} />}
      {comparison.error && (
        <Hint>
          Couldn’t compare with the rules in effect today:{' '}
          {comparison.error.message}
        </Hint>
      )}
      <RulesToCheck loosened={loosened} mismatches={mismatches} />
      {isConfirming && (
        <Text role="alert">Check the rules above. Publish them anyway?</Text>
      )}
      <WhyNotPublishable overlaps={overlaps} rules={version.rules} />
    </FormDialog>
  )
}

type RulesToCheckProps = {
  loosened: readonly RuleNote[]
  mismatches: readonly RuleNote[]
}

/** Loosened limits, and texts that contradict their limits. */
const RulesToCheck = ({ loosened, mismatches }: RulesToCheckProps) => (
  <>
    {loosened.length > 0 && (
      <RuleNotes
        label={`${loosened.length} ${loosened.length === 1 ? 'limit is' : 'limits are'} loosened`}
      >
        {loosened}
      </RuleNotes>
    )}
    {mismatches.length > 0 && (
      <RuleNotes
        label={
          mismatches.length === 1
            ? '1 guideline text contradicts its limit'
            : `${mismatches.length} guideline texts contradict their limits`
        }
      >
        {mismatches}
      </RuleNotes>
    )}
  </>
)

/** What must be changed before a draft can be published. */
const WhyNotPublishable = ({
  overlaps,
  rules,
}: {
  overlaps: number
  rules: number
}) => (
  <>
    {overlaps > 0 && (
      <Text c="var(--mantine-color-error)" role="alert">
        {overlaps}{' '}
        {overlaps === 1 ? 'pair of rules overlaps' : 'pairs of rules overlap'}.
        Change their scopes first.
      </Text>
    )}
    {rules === 0 && <Hint>A version without rules can’t be published.</Hint>}
  </>
)

/** What to check about a rule before it is published. */
type RuleNote = { rule: Rule; text: string }

type RuleChange = { before: Rule | null; after: Rule | null; isLooser: boolean }

/** '≤ 75% → ≤ 80%', '≤ 75% → no limit' */
const findLoosened = (changes: readonly RuleChange[]): RuleNote[] =>
  changes.flatMap(({ before, after, isLooser }) => {
    if (!isLooser || !before) return []
    return {
      rule: before,
      text: `${limitText(before)} → ${after ? limitText(after) : 'no limit'}`,
    }
  })

const findMismatches = (rules: readonly Rule[]): RuleNote[] =>
  rules.flatMap((rule) => {
    const text = findTextMismatch(rule)
    return text === null ? [] : { rule, text }
  })

const RuleNotes = ({
  label,
  children,
}: {
  label: string
  children: readonly RuleNote[]
}) => (
  <WarningBox aria-label={label}>
    <Text fw={600}>{label}</Text>
    <ScrollRegion
      label={`${label}: rules`}
      style={{ overflow: 'auto', maxHeight: '9rem' }}
    >
      <List size="sm">
        {children.map(({ rule, text }) => (
          <List.Item key={rule.id}>
            {rule.program} {parameters[rule.parameter].label} (
            {scopeText(rule.scope)}): {text}
          </List.Item>
        ))}
      </List>
    </ScrollRegion>
  </WarningBox>
)
