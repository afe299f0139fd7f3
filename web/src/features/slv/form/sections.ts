import type { SlvDetail } from '@portal/contract/slv/answers'
import { type FormSection, formSections } from '@portal/contract/slv/form'
import type { Role } from '@portal/contract/user/model'

/** The element of a section on the page. */
export const sectionId = (section: FormSection) => `section-${section}`

/**
 * The sections of a request in their order for whoever reads it. The documents that were asked for are the seller's to
 * bring: first while one is awaited. Everybody else has them beside the request.
 */
export const sectionsFor = (role: Role, { pendingDocuments }: Pick<SlvDetail, 'pendingDocuments'>) => {
  const others = formSections.filter(({ id }) => id !== 'documents')
  if (role !== 'SELLER') return others
  const documents = formSections.filter(({ id }) => id === 'documents')
  return pendingDocuments.some(({ receivedAt }) => receivedAt === null)
    ? [...documents, ...others]
    : [...others, ...documents]
}
