import { drafts, editDraftKey } from './drafts.ts'
import { useDeleteComment } from './queries.ts'
import { Question } from './question.tsx'
import { type Said, topicOf } from './topic.ts'

/** Asks before a comment is taken back. */
export const DeleteCommentDialog = ({ comment, onClose }: { comment: Said; onClose: () => void }) => {
  const remove = useDeleteComment(topicOf(comment), comment.id)
  return (
    <Question
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
