import { Group } from '@mantine/core'
import { searchHistory } from '@portal/contract/history/api'
import { useQuery } from '@tanstack/react-query'
import type { Draft } from '../../../lib/autosave/draft.ts'
import type { fieldIn, Value } from '../../../lib/autosave/edits.ts'
import { call } from '../../../lib/call.ts'
import { Facts } from '../../../ui/facts.tsx'
import { WarningBox } from '../../../ui/notice.tsx'
import { TinyButton } from '../../../ui/presets.ts'
import { useProfile } from '../../auth/queries.ts'
import { slvKey } from '../queries.ts'

type ConflictNoteProps = {
  slvId: string
  draft: Pick<Draft, 'get' | 'keepMine' | 'takeTheirs'>
  sheet: string
  name: string
  /** Its name in the history. */
  historyName?: string
  label: string
  field: ReturnType<typeof fieldIn>
  text: (value: Value) => string
}

/** Below a field that someone else also changed: both values, to choose from. */
export const ConflictNote = ({
  slvId,
  draft,
  sheet,
  name,
  historyName = name,
  label,
  field,
  text,
}: ConflictNoteProps) => {
  const author = useAuthor(slvId, draft.get().version, historyName)
  return (
    <WarningBox role="group" aria-label={`Two values for ${label}`} mt={6} fz="sm">
      <Facts
        facts={[
          { label: 'Yours', value: field.mine === undefined ? String(field.shown) : text(field.mine) },
          { label: author, value: text(field.theirs) },
        ]}
      />
      <Group gap="xs" mt="xs">
        <TinyButton onClick={() => draft.keepMine(sheet, name)}>Keep yours</TinyButton>
        <TinyButton onClick={() => draft.takeTheirs(sheet, name)}>Use theirs</TinyButton>
      </Group>
    </WarningBox>
  )
}

/** Who saved the other value, from the history; a draft has none, since no one else edits it. */
const useAuthor = (slvId: string, version: number, field: string): string => {
  const profile = useProfile()
  const body = { actions: ['save' as const, 'update-request' as const], size: 25 }
  const { data } = useQuery({
    queryKey: [...slvKey, 'authors', slvId, version],
    queryFn: ({ signal }) => call(searchHistory, { params: { id: slvId }, body }, { signal }),
    meta: { quiet: true },
  })
  const entry = data?.items.find(({ changes }) => changes.some((change) => change.field === field))
  if (!entry) return 'Theirs'
  return entry.actorId === profile.id ? 'Yours, in another window' : `Theirs (${entry.actorName})`
}
