import { Group } from '@mantine/core'
import { searchHistory } from '@portal/contract/history/api'
import { useQuery } from '@tanstack/react-query'
import type { Draft } from '../../../lib/autosave/draft.ts'
import type { fieldIn, Value } from '../../../lib/autosave/edits.ts'
import { call } from '../../../lib/call.ts'
import { useProfile } from '../../../records/auth/queries.ts'
import { slvKey } from '../../../records/slv/queries.ts'
import { Facts } from '../../../ui/facts.tsx'
import { WarningBox } from '../../../ui/notice.tsx'
import { TinyButton } from '../../../ui/presets.ts'

type ConflictNoteProps = {
  slvId: string
  draft: Pick<Draft, 'get' | 'keepMine' | 'acceptTheirs'>
  record: string
  name: string
  /** Its name in the history. */
  historyName?: string
  label: string
  field: ReturnType<typeof fieldIn>
  /** Only this person can have made the other change, in another window. */
  isOwn?: boolean
  text: (value: Value) => string
}

/**
 * Below a field that someone else also changed: both values, to choose from.
 */
export const ConflictNote = ({
  slvId,
  draft,
  record,
  name,
  historyName = name,
  label,
  field,
  text,
  isOwn = false,
}: ConflictNoteProps) => {
  const author = useAuthor(slvId, {
    version: draft.get().version,
    field: historyName,
    isOwn,
  })
  return (
    <WarningBox
      role="group"
      aria-label={`Two values for ${label}`}
      mt={6}
      fz="sm"
    >
      <Facts
        facts={[
          {
            label: isOwn ? 'This window' : 'Yours',
            value:
              field.mine === undefined ? String(field.shown) : text(field.mine),
          },
          { label: author, value: text(field.theirs) },
        ]}
      />
      <Group gap="xs" mt="xs">
        <TinyButton onClick={() => draft.keepMine(record, name)}>
          {isOwn ? 'Keep this one' : 'Keep yours'}
        </TinyButton>
        <TinyButton onClick={() => draft.acceptTheirs(record, name)}>
          {isOwn ? 'Use the other' : 'Use theirs'}
        </TinyButton>
      </Group>
    </WarningBox>
  )
}

/**
 * The error of a field that was changed in two places. Only the owner edits a
 * draft, so the other place is theirs.
 */
export const conflictText = (isOwn: boolean) =>
  isOwn ? 'Also changed in another window' : 'Also changed by someone else'

type Other = { version: number; field: string; isOwn: boolean }

/** Who saved the other value, from the history. */
const useAuthor = (slvId: string, { version, field, isOwn }: Other): string => {
  const profile = useProfile()
  const body = {
    actions: [
      'save' as const,
      'update-request' as const,
      'add-decision-request' as const,
      'update-decision-request' as const,
    ],
    size: 25,
  }
  const { data } = useQuery({
    queryKey: [...slvKey, 'authors', slvId, version],
    queryFn: ({ signal }) =>
      call(searchHistory, { params: { id: slvId }, body }, { signal }),
    meta: { quiet: true },
    enabled: !isOwn,
  })
  if (isOwn) return 'Another window'
  const entry = data?.items.find(({ changes }) =>
    changes.some((change) => change.field === field),
  )
  if (!entry) return 'Theirs'
  return entry.actorId === profile.id
    ? 'Yours, in another window'
    : `Theirs (${entry.actorName})`
}
