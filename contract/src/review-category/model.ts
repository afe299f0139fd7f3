import { z } from 'zod'

export const categoryTypes = [
  'INTERNAL_COMPLIANCE',
  'COLLATERAL',
  'TPR',
  'GENERAL_INTERNAL',
] as const
export const CategoryType = z.enum(categoryTypes)
export type CategoryType = z.infer<typeof CategoryType>
export const categoryTypeLabels: Record<CategoryType, string> = {
  INTERNAL_COMPLIANCE: 'Internal Compliance',
  COLLATERAL: 'Collateral',
  TPR: 'TPR',
  GENERAL_INTERNAL: 'General Internal',
}

export const categoryStatuses = [
  'NOT_REQUIRED',
  'REVIEW_REQUIRED',
  'COMPLETED',
] as const
export const CategoryStatus = z.enum(categoryStatuses)
export type CategoryStatus = z.infer<typeof CategoryStatus>
export const categoryStatusLabels: Record<CategoryStatus, string> = {
  NOT_REQUIRED: 'Not Required',
  REVIEW_REQUIRED: 'Review Required',
  COMPLETED: 'Completed',
}

/** Required categories only (spec.md §4). */
export const countProgress = (
  categories: readonly { status: CategoryStatus }[],
) => {
  const counted = categories.filter(({ status }) => status !== 'NOT_REQUIRED')
  return {
    completed: counted.filter(({ status }) => status === 'COMPLETED').length,
    total: counted.length,
  }
}

/** Whether no required category is open. */
export const isReviewed = (
  categories: readonly { status: CategoryStatus }[],
): boolean => categories.every(({ status }) => status !== 'REVIEW_REQUIRED')
