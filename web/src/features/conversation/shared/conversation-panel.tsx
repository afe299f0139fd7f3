import { Button, SegmentedControl, Stack } from '@mantine/core'
import {
  type CommentType,
  type ConversationFilter,
  commentTypeLabels,
  conversationFilters,
} from '@portal/contract/conversation/model'
import { IconMessages } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { hasStatus } from '../../../lib/call-error.ts'
import { EmptyState, LoadFailed } from '../../../ui/message.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { Unseen } from '../../../ui/unseen.tsx'
import { useProfile } from '../../auth/queries.ts'
import { CommentItem } from '../comment-item.tsx'
import { Composer } from '../composer.tsx'
import classes from '../conversation.module.css'
import { drafts, newDraftKey } from '../drafts.ts'
import { commentsOf, useConversation } from '../queries.ts'
import { type AnyComment, type Topic, topicWords, useIsOutside } from '../topic.ts'

const filterWords: Record<ConversationFilter, string> = { ALL: 'All', ...commentTypeLabels }

/** The comments on an SLV or a Tdoc, newest first, and a form to add one. */
export const ConversationPanel = ({ topic }: { topic: Topic }) => {
  const [filter, setFilter] = useState<ConversationFilter>('ALL')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useConversation(topic, filter)
  const [first] = data?.pages ?? []
  if (!data || !first) {
    if (!error) return <ListSkeleton label="Loading the conversation" />
    if (hasStatus(error, 404))
      return (
        <EmptyState title="There is no conversation here" why="It does not exist, or you do not have access to it." />
      )
    return <LoadFailed what="the conversation" error={error} onClick={refetch} />
  }
  const comments = commentsOf(data.pages)
  return (
    <div className={classes.panel}>
      <ComposerWithType
        topic={topic}
        types={first.writableTypes}
        onSent={(type) => {
          if (filter !== type) setFilter('ALL')
        }}
      />
      <FilterChoice filter={filter} onFilter={setFilter} />
      <Announcement comments={comments} />
      {comments.length === 0 ? (
        <NoComments topic={topic} filter={filter} canWrite={first.writableTypes.length > 0} />
      ) : (
        <CommentList comments={comments} types={first.writableTypes} />
      )}
      {hasNextPage && (
        <Button variant="default" fullWidth loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Load older comments
        </Button>
      )}
    </div>
  )
}

type ComposerWithTypeProps = { topic: Topic; types: readonly CommentType[]; onSent: (type: CommentType) => void }

/** Starts with the type that has a draft, or else with the internal one. */
const ComposerWithType = ({ topic, types, onSent }: ComposerWithTypeProps) => {
  const hasDraft = (type: CommentType) => Boolean(drafts.read(newDraftKey(topic.id, type))?.message)
  const [chosen, setChosen] = useState(() => types.find(hasDraft) ?? types[0])
  const type = types.find((one) => one === chosen) ?? types[0]
  return type ? <Composer topic={topic} types={types} type={type} onType={setChosen} onSent={onSent} /> : null
}

/** Sellers and reviewers read only external comments, so they have no choice. */
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
      aria-label="Which comments are shown"
      value={filter}
      data={conversationFilters.map((value) => ({ value, label: filterWords[value] }))}
      onChange={(value) => onFilter(conversationFilters.find((known) => known === value) ?? 'ALL')}
    />
  )
}

const CommentList = ({ comments, types }: { comments: readonly AnyComment[]; types: readonly CommentType[] }) => {
  const isOutside = useIsOutside()
  return (
    <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Comments, newest first">
      {comments.map((comment) => (
        <CommentItem key={comment.id} comment={comment} types={types} isMarked={!isOutside} />
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
    announced.current = known === undefined || newest.id > known ? `New comment from ${newest.authorName}` : ''
  }
  return <Unseen role="status">{announced.current}</Unseen>
}

type NoCommentsProps = { topic: Topic; filter: ConversationFilter; canWrite: boolean }

const NoComments = ({ topic, filter, canWrite }: NoCommentsProps) => {
  const words = topicWords[topic.kind]
  const isOutside = useIsOutside()
  if (filter !== 'ALL')
    return (
      <EmptyState title={`No ${filterWords[filter].toLowerCase()} comments`} why="To see other comments, choose All." />
    )
  return (
    <EmptyState
      title="No comments yet"
      icon={<IconMessages size={28} />}
      why={
        !canWrite
          ? `Comments on this ${words.name} will appear here.`
          : isOutside
            ? words.hint
            : `Ask the ${words.outside}, or leave a note for your colleagues. Choose above who can read it.`
      }
    />
  )
}
