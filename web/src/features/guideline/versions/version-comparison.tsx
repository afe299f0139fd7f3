import { Select, Stack, Text } from '@mantine/core'
import type { VersionAnswer } from '@portal/contract/guideline/api'
import { parameters, type Rule } from '@portal/contract/guideline/model'
import { limitText, scopeText } from '@portal/contract/guideline/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../ui/message.tsx'
import { Hint } from '../../../ui/presets.ts'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { comparisonQuery, versionsQuery } from '../manage/queries.ts'
import { versionTitle } from './version-labels.ts'

/** The rules that differ from another version, cell by cell. */
export const VersionComparison = ({ version }: { version: VersionAnswer }) => (
  <Loaded
    what="the versions"
    query={useQuery(versionsQuery)}
    skeleton={<ListSkeleton label="Loading the versions" />}
  >
    {({ items }) => (
      <ComparisonWithOther
        version={version}
        others={items.filter(({ id }) => id !== version.id)}
      />
    )}
  </Loaded>
)

const ComparisonWithOther = ({
  version,
  others,
}: {
  version: VersionAnswer
  others: readonly VersionAnswer[]
}) => {
  const [chosen, setChosen] = useState<string | null>(null)
  const usual =
    others.find(
      ({ number, status }) => number < version.number && status !== 'DRAFT',
    ) ?? others[0]
  const earlier = chosen ?? usual?.id ?? null
  const query = useQuery({
    ...comparisonQuery(version.id, earlier ?? ''),
    enabled: earlier !== null,
  })
  if (others.length === 0)
    return <Hint>There is no other version to compare with yet.</Hint>
  return (
    <Stack>
      <Select
        label="Compare with"
        w="24rem"
        allowDeselect={false}
        data={others.map((other) => ({
          value: other.id,
          label: versionTitle(other),
        }))}
        value={earlier}
        onChange={setChosen}
      />
      <Loaded
        what="the comparison"
        query={query}
        skeleton={<ListSkeleton label="Loading the comparison" />}
      >
        {({ changes }) => <Changes changes={changes} />}
      </Loaded>
    </Stack>
  )
}

type Change = { before: Rule | null; after: Rule | null; isLooser: boolean }

const Changes = ({ changes }: { changes: readonly Change[] }) => {
  if (changes.length === 0) return <Hint>The rules are identical.</Hint>
  const cell = (rule: Rule | null, other: Rule | null) => {
    if (!rule) return <Text c="dimmed">{other ? 'No rule' : ''}</Text>
    const isOtherText = other && other.text !== rule.text
    return (
      <>
        <strong>{limitText(rule)}</strong> {rule.citation}
        {isOtherText && <Hint>{rule.text}</Hint>}
      </>
    )
  }
  const differ = changes.length === 1 ? 'rule differs' : 'rules differ'
  const loosened = changes.filter(({ isLooser }) => isLooser)
  return (
    <SmallTable
      caption={`${changes.length} ${differ}, ${loosened.length} loosened`}
      region="Rules that differ"
      heads={['Program', 'Parameter', 'Loans', 'Before', 'After', 'Change']}
    >
      {changes.map((change) => {
        const rule = change.after ?? change.before
        if (!rule) return null
        return (
          <tr key={`${rule.id} ${change.after ? 'after' : 'before'}`}>
            <td>{rule.program}</td>
            <td>{parameters[rule.parameter].label}</td>
            <td>{scopeText(rule.scope)}</td>
            <td>{cell(change.before, change.after)}</td>
            <td>{cell(change.after, change.before)}</td>
            <td>{change.isLooser ? 'Loosened' : 'Tightened or reworded'}</td>
          </tr>
        )
      })}
    </SmallTable>
  )
}
