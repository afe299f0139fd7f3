import { ActionIcon, Box, Group, Text } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import type { CommentType } from '@portal/contract/conversation/model'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { lazy } from '../../lib/lazy.tsx'
import * as format from '../../lib/text/format.ts'
import classes from './conversation.module.css'
import { drafts, editDraftKey, useDraft } from './drafts.ts'
import { type Named, piecesOf } from './mention-text.ts'
import { type AnyComment, topicOf, topicWords } from './topic.ts'
import { TypeMark } from './type-look.tsx'

const CommentEditor = lazy(
  () => import('./comment-editor.tsx'),
  'CommentEditor',
  ({ comment }) => <MessageText {...comment} />,
)
const DeleteCommentDialog = lazy(() => import('./comment-editor.tsx'), 'DeleteCommentDialog')

type CommentItemProps = {
  comment: AnyComment
  /** The types that the user may write. */
  types: readonly CommentType[]
  isMarked: boolean
}

/** One comment. Its author can edit or delete it. */
export const CommentItem = ({ comment, types, isMarked }: CommentItemProps) => {
  const { id, type, message, mentions, authorName, authorSide, createdAt, editedAt, availableActions } = comment
  const [isDeleting, setIsDeleting] = useState(false)
  const draft = useDraft(editDraftKey(id))
  const editButton = useFocusAfter<HTMLButtonElement>(draft !== null)
  const edit = () => drafts.write(editDraftKey(id), { message, chosen: mentions, type })
  return (
    <li className={classes.item} data-type={isMarked ? type : undefined}>
      <Group gap="0 var(--mantine-spacing-xs)" mih="1.75rem" style={{ overflowWrap: 'anywhere' }}>
        <b>{authorName}</b>
        {authorSide !== 'BUYER' && (
          <Text span size="sm" c="dimmed">
            {topicWords[topicOf(comment).kind].side}
          </Text>
        )}
        {isMarked && <TypeMark type={type} />}
        <Group gap={0} ml="auto">
          {availableActions.includes('edit') && !draft && (
            <ActionIcon ref={editButton} aria-label="Edit comment" onClick={edit}>
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          )}
          {availableActions.includes('delete') && (
            <ActionIcon aria-label="Delete comment" onClick={() => setIsDeleting(true)}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Group>
      <Text component="div" size="sm" c="dimmed">
        <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
        {editedAt && <span title={format.dateTime(editedAt)}> · edited</span>}
      </Text>
      {draft ? (
        <CommentEditor comment={comment} draft={draft} types={types} />
      ) : (
        <MessageText message={message} mentions={mentions} />
      )}
      {isDeleting && <DeleteCommentDialog comment={comment} onClose={() => setIsDeleting(false)} />}
    </li>
  )
}

/** Returns the focus to the button that opened an editor once the editor closes. */
const useFocusAfter = <E extends HTMLElement>(isOpen: boolean) => {
  const opener = useRef<E>(null)
  useDidUpdate(() => {
    if (!isOpen) opener.current?.focus({ preventScroll: true })
  }, [isOpen])
  return opener
}

/** The text of a comment, as plain text with the mentions marked. */
const MessageText = ({ message, mentions }: { message: string; mentions: readonly Named[] }) => {
  const pieces = useMemo(() => piecesOf(message, mentions), [message, mentions])
  return (
    <Box component="p" m={0} mt="0.25rem" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {pieces.map(({ at, text, named }) =>
        named ? (
          <Text key={at} component="b" inherit c="light-dark(#12488c, #a9cffb)" fw={600}>
            {text}
          </Text>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </Box>
  )
}
