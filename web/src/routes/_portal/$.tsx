import { createFileRoute } from '@tanstack/react-router'
import { PageNotFound } from '../../features/shell/page-error.tsx'

/** Any path that no screen has. The guard above sends it on before this is drawn. */
export const Route = createFileRoute('/_portal/$')({ component: PageNotFound })
