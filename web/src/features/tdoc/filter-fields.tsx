import { type ComboboxProps, TagsInput } from '@mantine/core'
import { branded } from '@portal/contract/lib/brand'
import { isOneOf } from '@portal/contract/lib/typed'
import {
  type TdocFilterKey,
  tdocFilterRow,
  tdocListKeys,
} from '@portal/contract/tdoc/list-query'
import type { TdocTableMode } from '@portal/contract/tdoc/model'
import { useQuery } from '@tanstack/react-query'
import { useBranding } from '../../records/auth/queries.ts'
import { tdocOptionsQuery } from '../../records/tdoc/queries.ts'
import {
  reviewersQuery,
  underwritersQuery,
} from '../../records/user/queries.ts'
import { BarEditor } from '../../ui/list/filter-bar.tsx'
import {
  Choices,
  NameFilter,
  PersonFilter,
} from '../../ui/list/name-filter.tsx'

type FilterFieldProps = {
  filterKey: TdocFilterKey
  values: readonly string[]
  tableMode: TdocTableMode
  onChange: (values: string[]) => void
  isInBar?: boolean
}

/** The field of one filter in the filter bar. */
export const TdocBarField = (props: Omit<FilterFieldProps, 'isInBar'>) => (
  <BarEditor>
    <TdocFilterField {...props} isInBar />
  </BarEditor>
)

export const TdocFilterField = ({
  filterKey,
  values,
  tableMode,
  onChange,
  isInBar = false,
}: FilterFieldProps) => {
  const { name: brandName } = useBranding()
  const row = tdocFilterRow(filterKey)
  const field = {
    label: branded(row.label, brandName),
    values: [...values],
    onChange,
    comboboxProps: { withinPortal: !isInBar },
  }
  if (isOneOf(tdocListKeys, filterKey))
    return (
      <NameFilter
        {...field}
        queryOf={tdocOptionsQuery(tableMode, brandName, filterKey)}
      />
    )
  if (row.isPerson)
    return <PersonFilter {...field} query={underwritersQuery()} />
  if (filterKey === 'vendorName') return <VendorField {...field} />
  const { values: value, ...rest } = field
  const labels = Object.entries(row.labels ?? {})
  return (
    <Choices
      {...rest}
      value={value}
      data={labels.map(([value, label]) => ({ value, label }))}
    />
  )
}

type VendorFieldProps = {
  label: string
  values: string[]
  onChange: (values: string[]) => void
  comboboxProps: ComboboxProps
}

/** A vendor without reviewers isn't in the list, so its name can be typed. */
const VendorField = ({
  label,
  values,
  onChange,
  comboboxProps,
}: VendorFieldProps) => {
  const { data = [] } = useQuery(reviewersQuery())
  return (
    <TagsInput
      label={label}
      placeholder={values.length === 0 ? 'Any' : ''}
      value={values}
      data={[
        ...new Set(data.flatMap(({ companyName }) => companyName ?? [])),
      ].sort()}
      splitChars={[]}
      maxLength={200}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      onChange={onChange}
      comboboxProps={comboboxProps}
    />
  )
}
