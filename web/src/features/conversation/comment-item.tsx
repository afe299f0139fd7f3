import { ActionIcon } from '@mantine/core'
import type { CommentType } from '@portal/contract/conversation/model'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import * as format from '../../lib/format.ts'
import { lazy } from '../../lib/lazy.tsx'
import classes from './conversation.module.css'
import { drafts, editDraftKey } from './drafts.ts'
import { MessageText } from './message-text.tsx'
import { type Said, topicOf, topicWords } from './topic.ts'
import { TypeMark } from './type-look.tsx'
import { useDraft } from './use-draft.ts'

const CommentEditor = lazy(async () => ({ default: (await import('./comment-editor.tsx')).CommentEditor }))
const DeleteCommentDialog = lazy(async () => ({
  default: (await import('./delete-comment-dialog.tsx')).DeleteCommentDialog,
}))

type CommentItemProps = {
  comment: Said
  /** What this person may write here: with one type alone, all comments are of it and need no mark. */
  types: readonly CommentType[]
  isMarked: boolean
}

/** One comment: who, when, for whom, what; its author may change it or take it back. */
export const CommentItem = ({ comment, types, isMarked }: CommentItemProps) => {
  const { id, type, message, mentions, authorName, authorSide, createdAt, editedAt, availableActions } = comment
  const [isDeleting, setIsDeleting] = useState(false)
  const draft = useDraft(editDraftKey(id))
  const editButton = useFocusAfter<HTMLButtonElement>(draft !== null)
  const edit = () => drafts.write(editDraftKey(id), { message, chosen: mentions, type })
  return (
    <li className={classes.item} data-type={isMarked ? type : undefined}>
      <div className={classes.head}>
        <b>{authorName}</b>
        {authorSide !== 'BUYER' && <span className={classes.dim}>{topicWords[topicOf(comment).kind].side}</span>}
        {isMarked && <TypeMark type={type} />}
        <span className={classes.actions}>
          {availableActions.includes('edit') && !draft && (
            <ActionIcon ref={editButton} variant="subtle" color="gray" aria-label="Edit comment" onClick={edit}>
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          )}
          {availableActions.includes('delete') && (
            <ActionIcon variant="subtle" color="gray" aria-label="Delete comment" onClick={() => setIsDeleting(true)}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </span>
      </div>
      <div className={classes.when}>
        <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
        {editedAt && <span title={format.dateTime(editedAt)}> · edited</span>}
      </div>
      {draft ? (
        <Suspense fallback={<MessageText message={message} mentions={mentions} />}>
          <CommentEditor comment={comment} draft={draft} types={types} />
        </Suspense>
      ) : (
        <MessageText message={message} mentions={mentions} />
      )}
      {isDeleting && (
        <Suspense>
          <DeleteCommentDialog comment={comment} onClose={() => setIsDeleting(false)} />
        </Suspense>
      )}
    </li>
  )
}

/** Gives the focus back to what opened an editor, once that is closed. */
const useFocusAfter = <E extends HTMLElement>(isOpen: boolean) => {
  const opener = useRef<E>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
