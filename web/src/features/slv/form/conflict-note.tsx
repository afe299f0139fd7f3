import { searchHistory } from '@portal/contract/history/api'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useProfile } from '../../auth/queries.ts'
import { slvKey } from '../queries.ts'
import { TwoValues } from '../two-values.tsx'
import { valueNow } from './edits.ts'
import { readField } from './read-field.ts'
import { formKey } from './save-pass.ts'
import { useEditor, useEditorState } from './use-editor.ts'
import type { Value } from './values.ts'
import { readVariance } from './variance-fields.ts'

type ConflictNoteProps = { sheet: string; name: string; label: string; tell: (value: Value | undefined) => string }

/** Both values of a field that two people changed at once; nothing of it is saved until one of them is chosen. */
export const ConflictNote = ({ sheet, name, label, tell }: ConflictNoteProps) => {
  const { editor } = useEditor()
  const author = useAuthor(sheet === formKey ? name : `slvRequests.${name}`)
  const { mine, theirs } = useEditorState((state) => {
    const edits = sheet === formKey ? state.form : state.variances.find(({ key }) => key === sheet)?.edits
    if (!edits) return { mine: '', theirs: '' }
    const read = sheet === formKey ? readField : readVariance
    const value = valueNow(edits, name, read)
    return { mine: value === undefined ? String(edits.typed[name] ?? '') : tell(value), theirs: tell(edits.base[name]) }
  })
  return (
    <TwoValues
      label={label}
      mine={mine}
      theirs={theirs}
      author={author}
      onKeepMine={() => editor.keepMine(sheet, name)}
      onTakeTheirs={() => editor.takeTheirs(sheet, name)}
    />
  )
}

/** Who wrote the other value, as the history tells it; a draft has none, and nobody else writes in it. */
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
