import { createFileRoute } from '@tanstack/react-router'
import { EFolderPage } from '../../features/data-capture/e-folder-page.tsx'

export const Route = createFileRoute('/_portal/e-folder')({ component: EFolderPage })
