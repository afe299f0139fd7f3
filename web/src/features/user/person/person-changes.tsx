import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dateTime } from '../../../lib/format.ts'
import { changesQuery } from '../manage-queries.ts'
import { changeActor, changeLines, changeTitle } from './change-words.ts'
import classes from './person.module.css'

/** What changed of a person and by whom, newest first. */
export const PersonChanges = ({ userId }: { userId: string }) => {
  const query = useInfiniteQuery(changesQuery(userId))
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  if (!data && isError)
    return (
      <div className={classes.buttons} role="alert">
        <span className={classes.problem}>What changed could not be read.</span>
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  if (!data) return <Skeleton height={72} role="status" aria-label="Reading what changed" />
  const changes = data.pages.flatMap(({ items }) => items)
  if (changes.length === 0) return <p className={classes.note}>Nothing has been changed so far.</p>
  return (
    <>
      <ol className={classes.changes}>
        {changes.map((change) => (
          <li key={change.id}>
            <strong>{changeTitle(change)}</strong>
            {changeLines(change).map((line) => (
              <div key={line}>{line}</div>
            ))}
            {change.customMessage && <blockquote className={classes.quote}>{change.customMessage}</blockquote>}
            <div className={classes.under}>
              {changeActor(change)} · <time dateTime={change.at}>{dateTime(change.at)}</time>
            </div>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
    </>
  )
}
