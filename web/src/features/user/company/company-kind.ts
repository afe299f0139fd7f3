import type { CompanyKind } from '@portal/contract/user/model'

/** What the kinds of companies are called. */
export const companyKindLabels: Record<CompanyKind, string> = {
  BUYER: 'Buyer',
  SELLER: 'Seller',
  TPR_VENDOR: 'Review vendor',
}
