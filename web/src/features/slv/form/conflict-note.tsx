import { Group } from '@mantine/core'
import { searchHistory } from '@portal/contract/history/api'
import { useQuery } from '@tanstack/react-query'
import type { Value } from '../../../lib/autosave/edits.ts'
import { call } from '../../../lib/call.ts'
import { TinyButton } from '../../../ui/presets.ts'
import { useProfile } from '../../auth/queries.ts'
import { slvKey } from '../queries.ts'
import { formKey } from './editor.ts'
import classes from './form.module.css'
import { useEditor } from './use-editor.ts'

type TwoValuesProps = {
  label: string
  /** A field as `fieldIn` answers it: `mine` is undefined while the typed text can't be read. */
  field: { shown: unknown; mine: Value | undefined; theirs: Value }
  text: (value: Value) => string
  author?: string
  onKeepMine: () => void
  onTakeTheirs: () => void
}

export const TwoValues = ({ label, field, text, author = 'Theirs', onKeepMine, onTakeTheirs }: TwoValuesProps) => (
  <fieldset className={classes.twoValues} aria-label={`Two values for ${label}`}>
    <dl>
      <dt>Yours</dt>
      <dd>{field.mine === undefined ? String(field.shown) : text(field.mine)}</dd>
      <dt>{author}</dt>
      <dd>{text(field.theirs)}</dd>
    </dl>
    <Group gap="xs">
      <TinyButton onClick={onKeepMine}>Keep yours</TinyButton>
      <TinyButton onClick={onTakeTheirs}>Use theirs</TinyButton>
    </Group>
  </fieldset>
)

type ConflictNoteProps = Pick<TwoValuesProps, 'label' | 'field' | 'text'> & { sheet: string; name: string }

export const ConflictNote = ({ sheet, name, ...props }: ConflictNoteProps) => {
  const { editor } = useEditor()
  return (
    <TwoValues
      {...props}
      author={useAuthor(sheet === formKey ? name : `slvRequests.${name}`)}
      onKeepMine={() => editor.keepMine(sheet, name)}
      onTakeTheirs={() => editor.takeTheirs(sheet, name)}
    />
  )
}

/** Who saved the other value, from the history; a draft has none, since no one else edits it. */
const useAuthor = (field: string): string => {
  const { slvId, editor } = useEditor()
  const profile = useProfile()
  const { data } = useQuery({
    queryKey: [...slvKey, 'authors', slvId, editor.get().version],
    queryFn: ({ signal }) =>
      call(
        searchHistory,
        { params: { id: slvId }, body: { actions: ['save', 'update-request'], size: 25 } },
        { signal },
      ),
    meta: { quiet: true },
  })
  const entry = data?.items.find(({ changes }) => changes.some((change) => change.field === field))
  if (!entry) return 'Theirs'
  return entry.actorId === profile.id ? 'Yours, in another window' : `Theirs (${entry.actorName})`
}
