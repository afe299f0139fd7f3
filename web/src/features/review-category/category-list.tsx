import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { categoryTypeLabels, categoryTypes, progressOf } from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Hint } from '../../ui/presets.ts'
import { WarningBox } from '../../ui/warning-box.tsx'
import { ListSkeleton } from '../history/paged.tsx'
import { CategoryCard } from './category-card.tsx'
import { categoriesQuery, useAddCategory } from './queries.ts'

export const CategoryList = ({ tdoc }: { tdoc: Tdoc }) => {
  const { data, error, isFetching, refetch } = useQuery(categoriesQuery(tdoc.id))
  const [isStale, setIsStale] = useState(false)
  if (!data)
    return error ? (
      <LoadFailed what="the review categories" error={error} loading={isFetching} onClick={refetch} />
    ) : (
      <ListSkeleton label="Loading the review categories" />
    )
  const { completed, total } = progressOf(data)
  const left = categoryTypes.filter((type) => !data.some((category) => category.type === type))
  return (
    <Stack gap="sm">
      {isStale && (
        <WarningBox role="alert" fz="sm">
          Someone else just changed this Tdoc. The current values are shown; your change was not saved.
        </WarningBox>
      )}
      {data.length === 0 ? (
        <Hint>This Tdoc has no review categories.</Hint>
      ) : (
        <Text fw={500} role="status">
          {completed} of {total} completed
        </Text>
      )}
      {data.map((category) => (
        <CategoryCard key={category.id} category={category} onStale={setIsStale} />
      ))}
      {tdoc.availableActions.includes('add-category') && left.length > 0 && (
        <AddCategory tdocId={tdoc.id} left={left} />
      )}
    </Stack>
  )
}

const AddCategory = ({ tdocId, left }: { tdocId: string; left: readonly (typeof categoryTypes)[number][] }) => {
  const [chosen, setChosen] = useState(left[0])
  const add = useAddCategory(tdocId)
  const type = left.find((one) => one === chosen) ?? left[0]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (type) add.mutate(type)
      }}
    >
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label="Another category"
          value={type ?? ''}
          data={left.map((value) => ({ value, label: categoryTypeLabels[value] }))}
          onChange={({ currentTarget }) => setChosen(left.find((one) => one === currentTarget.value))}
        />
        <Button
          type="submit"
          variant="default"
          loading={add.isPending}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          Add category
        </Button>
      </Group>
    </form>
  )
}
