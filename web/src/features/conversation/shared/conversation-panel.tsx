import {
  ActionIcon,
  Box,
  Group,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core'
import { useDidUpdate, useInViewport } from '@mantine/hooks'
import {
  type CommentType,
  type ConversationFilter,
  commentTypeLabels,
  conversationFilters,
} from '@portal/contract/conversation/model'
import { IconMessages, IconPencil, IconTrash } from '@tabler/icons-react'
import {
  type ComponentProps,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { hasStatus } from '../../../lib/call-error.ts'
import { lazy } from '../../../lib/lazy.tsx'
import * as format from '../../../lib/text/format.ts'
import { useProfile } from '../../../records/auth/queries.ts'
import { EmptyState, LoadFailed } from '../../../ui/message.tsx'
import { Hint, SecondaryButton } from '../../../ui/presets.ts'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { Composer } from '../composer.tsx'
import classes from '../conversation.module.css'
import { drafts, editDraftKey, newDraftKey, useDraft } from '../drafts.ts'
import { type Named, splitPieces } from '../mention-text.ts'
import { collectComments, useConversation, useMarkRead } from '../queries.ts'
import {
  type AnyComment,
  type Topic,
  topicTexts,
  toTopic,
  useIsOutside,
} from '../topic.ts'
import { TypeMark } from '../type-look.tsx'

const filterWords: Record<ConversationFilter, string> = {
  ALL: 'All',
  ...commentTypeLabels,
}

type ConversationPanelProps = {
  topic: Topic
  /** The new comment has the focus from the start. */
  startsInComment?: boolean
}

/** The comments on an SLV or a Tdoc, newest first, and a form to add one. */
export const ConversationPanel = ({
  topic,
  startsInComment = false,
}: ConversationPanelProps) => {
  const [filter, setFilter] = useState<ConversationFilter>('ALL')
  const {
    data,
    error,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useConversation(topic, filter)
  const [first] = data?.pages ?? []
  if (!data || !first) {
    if (!error) return <ListSkeleton label="Loading the conversation" />
    if (hasStatus(error, 404))
      return (
        <EmptyState
          title="There is no conversation here"
          why="It does not exist, or you do not have access to it."
        />
      )
    return (
      <LoadFailed what="the conversation" error={error} onClick={refetch} />
    )
  }
  const comments = collectComments(data.pages)
  return (
    <div className={classes.panel}>
      <ComposerWithType
        topic={topic}
        types={first.writableTypes}
        unansweredId={first.unansweredId}
        startsFocused={startsInComment}
        onSent={(type) => {
          if (filter !== type) setFilter('ALL')
        }}
      />
      <FilterChoice filter={filter} onFilter={setFilter} />
      <Announcement comments={comments} />
      {comments.length === 0 ? (
        <NoComments
          topic={topic}
          filter={filter}
          canWrite={first.writableTypes.length > 0}
        />
      ) : (
        <CommentList
          comments={comments}
          types={first.writableTypes}
          unansweredId={first.unansweredId}
        />
      )}
      {hasNextPage && (
        <SecondaryButton
          fullWidth
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          Load older comments
        </SecondaryButton>
      )}
    </div>
  )
}

type ComposerWithTypeProps = Pick<
  ComponentProps<typeof Composer>,
  'topic' | 'types' | 'unansweredId' | 'startsFocused' | 'onSent'
>

/** Starts with the type that has a draft, or else with the internal one. */
const ComposerWithType = ({
  topic,
  types,
  ...props
}: ComposerWithTypeProps) => {
  const hasDraft = (type: CommentType) =>
    Boolean(drafts.read(newDraftKey(topic.id, type))?.message)
  const [chosen, setChosen] = useState(() => types.find(hasDraft) ?? types[0])
  const type = types.find((one) => one === chosen) ?? types[0]
  return type ? (
    <Composer
      topic={topic}
      types={types}
      type={type}
      onType={setChosen}
      {...props}
    />
  ) : null
}

/**
 * Sellers and reviewers read only external comments, so they have no choice.
 */
const FilterChoice = ({
  filter,
  onFilter,
}: {
  filter: ConversationFilter
  onFilter: (filter: ConversationFilter) => void
}) => {
  if (useIsOutside()) return null
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label="Filter comments"
      value={filter}
      data={conversationFilters.map((value) => ({
        value,
        label: filterWords[value],
      }))}
      onChange={(value) =>
        onFilter(conversationFilters.find((known) => known === value) ?? 'ALL')
      }
    />
  )
}

type CommentListProps = {
  comments: readonly AnyComment[]
  types: readonly CommentType[]
  unansweredId: string | null
}

const CommentList = ({ comments, types, unansweredId }: CommentListProps) => {
  const isOutside = useIsOutside()
  return (
    <Stack
      component="ol"
      gap="sm"
      p={0}
      style={{ listStyle: 'none' }}
      aria-label="Comments, newest first"
    >
      {comments.map((comment) => (
        <CommentItem
          key={comment.id}
          comment={comment}
          types={types}
          isMarked={!isOutside}
          isToRead={comment.id === unansweredId && types.length === 0}
        />
      ))}
    </Stack>
  )
}

/** Announces comments by others to screen readers. */
const Announcement = ({ comments }: { comments: readonly AnyComment[] }) => {
  const { id: me } = useProfile()
  const newest = comments.find(({ authorId }) => authorId !== me)
  const [known, setKnown] = useState(newest?.id)
  const announced = useRef('')
  if (newest && newest.id !== known) {
    setKnown(newest.id)
    announced.current =
      known === undefined || newest.id > known
        ? `New comment from ${newest.authorName}`
        : ''
  }
  return <VisuallyHidden role="status">{announced.current}</VisuallyHidden>
}

type NoCommentsProps = {
  topic: Topic
  filter: ConversationFilter
  canWrite: boolean
}

const NoComments = ({ topic, filter, canWrite }: NoCommentsProps) => {
  const words = topicTexts[topic.kind]
  const isOutside = useIsOutside()
  if (filter !== 'ALL')
    return (
      <EmptyState
        title={`No ${filterWords[filter].toLowerCase()} comments`}
        why="To see other comments, choose All."
      />
    )
  const hint = isOutside
    ? words.hint
    : `Ask the ${words.outside} a question, or leave a note for your team. Choose the visibility above.`
  return (
    <EmptyState
      title="No comments yet"
      icon={<IconMessages size={28} />}
      why={canWrite ? hint : `Comments on this ${words.name} will appear here.`}
    />
  )
}

const CommentEditor = lazy(
  () => import('../comment-editor.tsx'),
  'CommentEditor',
  ({ comment }) => <MessageText {...comment} />,
)
const DeleteCommentDialog = lazy(
  () => import('../comment-editor.tsx'),
  'DeleteCommentDialog',
)

type CommentItemProps = {
  comment: AnyComment
  /** The types that the user may write. */
  types: readonly CommentType[]
  isMarked: boolean
  /** It needs the user, who can't answer. */
  isToRead: boolean
}

/** One comment. Its author can edit or delete it. */
const CommentItem = ({
  comment,
  types,
  isMarked,
  isToRead,
}: CommentItemProps) => {
  const {
    id,
    type,
    message,
    mentions,
    authorName,
    authorSide,
    createdAt,
    editedAt,
    dismissedByName,
    availableActions,
  } = comment
  const [isDeleting, setIsDeleting] = useState(false)
  const draft = useDraft(editDraftKey(id))
  const editButton = useFocusAfter<HTMLButtonElement>(draft !== null)
  const edit = () =>
    drafts.write(editDraftKey(id), { message, chosen: mentions, type })
  return (
    <li className={classes.item} data-type={isMarked ? type : undefined}>
      <Group
        gap="0 var(--mantine-spacing-xs)"
        mih="1.75rem"
        style={{ overflowWrap: 'anywhere' }}
      >
        <b>{authorName}</b>
        {authorSide !== 'BUYER' && (
          <Hint span>{topicTexts[toTopic(comment).kind].side}</Hint>
        )}
        {isMarked && <TypeMark type={type} />}
        <Group gap="sm" ml="auto">
          {availableActions.includes('edit') && !draft && (
            <ActionIcon
              ref={editButton}
              aria-label="Edit comment"
              onClick={edit}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          )}
          {availableActions.includes('delete') && (
            <ActionIcon
              aria-label="Delete comment"
              onClick={() => setIsDeleting(true)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Group>
      <Hint component="div">
        <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
        {editedAt && <span title={format.dateTime(editedAt)}> · edited</span>}
      </Hint>
      {draft ? (
        <CommentEditor comment={comment} draft={draft} types={types} />
      ) : (
        <MessageText message={message} mentions={mentions} />
      )}
      {dismissedByName && <Hint>No answer needed · {dismissedByName}</Hint>}
      {isToRead && <ReadMark comment={comment} />}
      {isDeleting && (
        <DeleteCommentDialog
          comment={comment}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </li>
  )
}

/** Marks a comment as read by someone who can't answer, once it is on screen. */
const ReadMark = ({ comment }: { comment: AnyComment }) => {
  const { ref, inViewport } = useInViewport()
  const { mutate } = useMarkRead(toTopic(comment))
  const { id } = comment
  useEffect(() => {
    if (inViewport) mutate(id)
  }, [inViewport, id, mutate])
  return <span ref={ref} />
}

/**
 * Returns the focus to the button that opened an editor once the editor closes.
 */
const useFocusAfter = <E extends HTMLElement>(isOpen: boolean) => {
  const opener = useRef<E>(null)
  useDidUpdate(() => {
    if (!isOpen) opener.current?.focus({ preventScroll: true })
  }, [isOpen])
  return opener
}

/** The text of a comment, as plain text with the mentions marked. */
const MessageText = ({
  message,
  mentions,
}: {
  message: string
  mentions: readonly Named[]
}) => {
  const pieces = useMemo(
    () => splitPieces(message, mentions),
    [message, mentions],
  )
  return (
    <Box
      component="p"
      mt="0.25rem"
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {pieces.map(({ at, text, named }) =>
        named ? (
          <Text
            key={at}
            component="b"
            inherit
            c="light-dark(#12488c, #a9cffb)"
            fw={600}
          >
            {text}
          </Text>
        ) : (
          <span key={at}>{text}</span>
        ),
      )}
    </Box>
  )
}
