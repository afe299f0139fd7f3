import { Button } from '@mantine/core'
import { requestMessages } from '@portal/contract/slv-request/messages'
import { useMutation } from '@tanstack/react-query'
import { CallError } from '../../../lib/call-error.ts'
import { isDirty } from './edits.ts'
import { useEditor, useEditorState } from './use-editor.ts'
import { varianceViewOf } from './variance-view.ts'
import classes from './variances.module.css'

/** Saves or lets go of one variance in a request that is under way; a draft saves it by itself. */
export const VarianceSave = ({ sheet }: { sheet: string }) => {
  const { editor, isDraft } = useEditor()
  const { isChanged, isNew } = useEditorState((state) => {
    const held = state.variances.find(({ key }) => key === sheet)
    return { isChanged: held ? isDirty(held.edits) && !held.isGone : false, isNew: held?.id === null }
  })
  const save = useMutation({
    mutationFn: async (_isNew: boolean) => {
      await editor.save([sheet])
      const left = editor.get().variances.find(({ key }) => key === sheet)
      if (!left || !isDirty(left.edits)) return
      editor.attempt()
      const { unsavable } = varianceViewOf(left.edits)
      throw new CallError('refused', {
        status: 412,
        reason: [...unsavable.values()][0] ?? 'Some fields need your attention',
      })
    },
    meta: {
      // That it was added is said when the server has it, as in a draft.
      done: (_: unknown, wasNew: boolean) => (wasNew ? null : requestMessages.update.done),
      failed: isNew ? requestMessages.add.failed : requestMessages.update.failed,
      shown: [412],
    },
  })
  if (isDraft || !isChanged) return null
  return (
    <div className={classes.foot}>
      <Button variant="default" disabled={save.isPending} onClick={() => editor.discard(sheet)}>
        Discard
      </Button>
      <Button loading={save.isPending} onClick={() => save.mutate(isNew)}>
        Save variance
      </Button>
    </div>
  )
}
