import { Button, Skeleton, Stack } from '@mantine/core'
import type { SlaItem } from '@portal/contract/sla/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dateTime } from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/message.tsx'
import classes from './changes.module.css'
import { FieldChanges } from './field-changes.tsx'
import { Hint } from './hint.tsx'
import { slaChangesQuery } from './manage-queries.ts'

/** Who changed what, and when, newest first. */
export const ChangesList = ({ items }: { items: readonly SlaItem[] }) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(slaChangesQuery)
  if (!data) {
    if (!error) return <ChangesSkeleton />
    return (
      <EmptyState title="The changes could not be read" why={error.message}>
        <Button variant="default" onClick={() => refetch()}>
          Try again
        </Button>
      </EmptyState>
    )
  }
  const changes = data.pages.flatMap((page) => page.items)
  if (changes.length === 0) return <Hint>Nothing was changed yet: targets and calendar are as the portal came.</Hint>
  return (
    <>
      <ol className={classes.changes}>
        {changes.map(({ id, at, actorName, changes: fields }) => (
          <li key={id}>
            <div className={classes.who}>
              {actorName} · <time dateTime={at}>{dateTime(at)}</time>
            </div>
            <FieldChanges label={`Changes by ${actorName}`} changes={fields} items={items} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Load more
        </Button>
      )}
    </>
  )
}

const ChangesSkeleton = () => (
  <Stack gap="xs" role="status" aria-label="Loading the changes">
    {['50%', '70%', '40%'].map((width) => (
      <Skeleton key={width} height={16} width={width} />
    ))}
  </Stack>
)
