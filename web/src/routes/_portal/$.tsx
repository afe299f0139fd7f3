import { createFileRoute } from '@tanstack/react-router'
import { PageNotFound } from '../../ui/errors/page-error.tsx'

/** Paths without a screen; the guard redirects most of them first. */
export const Route = createFileRoute('/_portal/$')({ component: PageNotFound })
