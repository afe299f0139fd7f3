import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { NotFoundPage } from '../../../ui/error-pages.tsx'
import type { LastList } from './last-list.ts'

/** The SLV is not, or no longer, open to this person; which of the two is not told. */
export const SlvGone = ({ list: { path, search, label } }: { list: LastList }) => (
  <NotFoundPage>
    <Button renderRoot={(props) => <Link {...props} to={path} search={search} />}>Back to {label}</Button>
  </NotFoundPage>
)
