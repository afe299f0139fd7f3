import { documentTypes } from '@portal/contract/document/model'
import { lazy } from '../../../lib/lazy.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { NoPreview, type Previewed } from './preview-states.tsx'

const views = {
  PDF: lazy(
    () => import('../shared/pdf-view.tsx'),
    'PdfView',
    <PageSkeleton />,
  ),
  PICTURE: lazy(
    () => import('../shared/picture-view.tsx'),
    'PictureView',
    <PageSkeleton />,
  ),
  EMAIL: lazy(() => import('./email-view.tsx'), 'EmailView', <PageSkeleton />),
  TEXT: lazy(() => import('./text-view.tsx'), 'TextView', <PageSkeleton />),
}

/** The pages or the text of a file, or why it can't be shown. */
export const DocumentView = ({ previewed }: { previewed: Previewed }) => {
  const { type, virusScan } = previewed.document
  const { preview, label } = documentTypes[type]
  if (virusScan?.virus)
    return (
      <EmptyState
        title="No preview"
        why={`This file contains a virus (${virusScan.virus}). It can’t be opened.`}
      />
    )
  if (preview === null)
    return (
      <NoPreview
        previewed={previewed}
        why={`${label} files can’t be previewed.`}
      />
    )
  const View = views[preview]
  return <View previewed={previewed} />
}

/**
 * Loads the code that shows these files, before the first of them is opened.
 */
export const preloadViews = (documents: readonly Previewed['document'][]) => {
  for (const { type } of documents) {
    const { preview } = documentTypes[type]
    if (preview) views[preview].preload()
  }
}
