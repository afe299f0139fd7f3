import type { Comment } from '@portal/contract/conversation/model'
import { ConfirmDialog } from '../../ui/dialogs.tsx'
import { drafts, editDraftKey } from './drafts.ts'
import { useDeleteComment } from './queries.ts'

/** Asks before a comment is taken back. */
export const DeleteCommentDialog = ({ comment, onClose }: { comment: Comment; onClose: () => void }) => {
  const remove = useDeleteComment(comment.proxyLoanId, comment.id)
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title="Delete comment?"
      text="Nobody can read it any more. The history tells that you deleted a comment, and not what it said."
      confirmLabel="Delete comment"
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync()
        drafts.drop(editDraftKey(comment.id))
      }}
    />
  )
}
