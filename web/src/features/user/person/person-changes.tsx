import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dateTime } from '../../../lib/text/format.ts'
import { TryAgain } from '../../../ui/load-failed.tsx'
import { Hint } from '../../../ui/presets.ts'
import { changesQuery } from '../manage-queries.ts'
import { changeActor, changeLines, changeTitle } from './change-words.ts'
import classes from './person.module.css'

export const PersonChanges = ({ userId }: { userId: string }) => {
  const query = useInfiniteQuery(changesQuery(userId))
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  if (!data && isError)
    return <LoadFailed text="Couldn’t load the changes." isLoading={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={72} role="status" aria-label="Loading the changes" />
  const changes = data.pages.flatMap(({ items }) => items)
  if (changes.length === 0) return <Hint>No changes yet.</Hint>
  return (
    <>
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
        {changes.map((change) => (
          <li key={change.id}>
            <strong>{changeTitle(change)}</strong>
            {changeLines(change).map((line) => (
              <div key={line}>{line}</div>
            ))}
            {change.customMessage && <blockquote className={classes.quote}>{change.customMessage}</blockquote>}
            <Text size="sm" c="dimmed">
              {changeActor(change)} · <time dateTime={change.at}>{dateTime(change.at)}</time>
            </Text>
          </li>
        ))}
      </Stack>
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
    </>
  )
}

export const LoadFailed = ({ text, isLoading, onRetry }: { text: string; isLoading: boolean; onRetry: () => void }) => (
  <Group gap="xs" role="alert">
    <Text span c="var(--mantine-color-error)">
      {text}
    </Text>
    <TryAgain loading={isLoading} onClick={onRetry} />
  </Group>
)
