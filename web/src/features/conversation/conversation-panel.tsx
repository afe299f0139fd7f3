import { Button, SegmentedControl } from '@mantine/core'
import {
  type CommentType,
  type ConversationFilter,
  commentTypeLabels,
  conversationFilters,
} from '@portal/contract/conversation/model'
import { IconMessages } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { hasStatus } from '../../lib/call-error.ts'
import { EmptyState } from '../../ui/message.tsx'
import { Unseen } from '../../ui/unseen.tsx'
import { useProfile } from '../auth/queries.ts'
import { CommentItem } from './comment-item.tsx'
import { Composer } from './composer.tsx'
import classes from './conversation.module.css'
import { ConversationSkeleton } from './conversation-skeleton.tsx'
import { drafts, newDraftKey } from './drafts.ts'
import { commentsOf, holds } from './list-rule.ts'
import { type Said, type Topic, topicWords, useIsOutside } from './topic.ts'
import { useWatchedList } from './use-watched-list.ts'

const filterWords: Record<ConversationFilter, string> = { ALL: 'All', ...commentTypeLabels }

/** What people say to each other about an SLV or a Tdoc, newest first, and where one joins in. */
export const ConversationPanel = ({ topic }: { topic: Topic }) => {
  const [filter, setFilter] = useState<ConversationFilter>('ALL')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useWatchedList(topic, filter)
  const [first] = data?.pages ?? []
  if (!data || !first) {
    if (!error) return <ConversationSkeleton />
    if (hasStatus(error, 404))
      return (
        <EmptyState title="There is no conversation here" why="It does not exist, or you do not have access to it." />
      )
    return (
      <EmptyState title="The conversation could not be read" why={error.message}>
        <Button variant="default" onClick={() => refetch()}>
          Try again
        </Button>
      </EmptyState>
    )
  }
  const comments = commentsOf(data.pages)
  return (
    <div className={classes.panel}>
      <WhereToWrite
        topic={topic}
        types={first.writableTypes}
        onSent={(type) => {
          if (!holds(filter, { type })) setFilter('ALL')
        }}
      />
      <FilterChoice filter={filter} onFilter={setFilter} />
      <News comments={comments} />
      {comments.length === 0 ? (
        <Nothing topic={topic} filter={filter} canWrite={first.writableTypes.length > 0} />
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

type WhereToWriteProps = { topic: Topic; types: readonly CommentType[]; onSent: (type: CommentType) => void }

/** Opens with the comment that was begun, else with the one that stays inside. */
const WhereToWrite = ({ topic, types, onSent }: WhereToWriteProps) => {
  const isBegun = (type: CommentType) => drafts.readNew(newDraftKey(topic.id, type)).message !== ''
  const [chosen, setChosen] = useState(() => types.find(isBegun) ?? types[0])
  const type = types.find((one) => one === chosen) ?? types[0]
  return type ? <Composer topic={topic} types={types} type={type} onType={setChosen} onSent={onSent} /> : null
}

/** Sellers and reviewers read one type alone: there is nothing to choose. */
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

const CommentList = ({ comments, types }: { comments: readonly Said[]; types: readonly CommentType[] }) => {
  const isOutside = useIsOutside()
  return (
    <ol className={classes.list} aria-label="Comments, newest first">
      {comments.map((comment) => (
        <CommentItem key={comment.id} comment={comment} types={types} isMarked={!isOutside} />
      ))}
    </ol>
  )
}

/** Says to those who listen that somebody else wrote while they were here. */
const News = ({ comments }: { comments: readonly Said[] }) => {
  const { id: me } = useProfile()
  const newest = comments.find(({ authorId }) => authorId !== me)
  const [known, setKnown] = useState(newest?.id)
  const wasTold = useRef('')
  if (newest && newest.id !== known) {
    setKnown(newest.id)
    wasTold.current = known === undefined || newest.id > known ? `New comment from ${newest.authorName}` : ''
  }
  return <Unseen role="status">{wasTold.current}</Unseen>
}

type NothingProps = { topic: Topic; filter: ConversationFilter; canWrite: boolean }

const Nothing = ({ topic, filter, canWrite }: NothingProps) => {
  const words = topicWords[topic.kind]
  const isOutside = useIsOutside()
  if (filter !== 'ALL')
    return (
      <EmptyState
        title={`No ${filterWords[filter].toLowerCase()} comments`}
        why="Comments of the other kind are under All."
      />
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
            : `Ask the ${words.outside}, or leave a note for your colleagues: what you choose above decides who reads it.`
      }
    />
  )
}
