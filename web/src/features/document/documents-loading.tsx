import { LoadFailed } from '../../ui/message.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'

type LoadingProps = {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}

/** Shown while files load, or instead of files that couldn't be loaded. */
export const DocumentsLoading = ({
  query: { error, isFetching, refetch },
}: LoadingProps) =>
  error ? (
    <LoadFailed
      what="the documents"
      error={error}
      loading={isFetching}
      onClick={refetch}
    />
  ) : (
    <ListSkeleton label="Loading documents" />
  )
