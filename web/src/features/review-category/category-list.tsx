import { Button, NativeSelect } from '@mantine/core'
import { categoryTypeLabels, categoryTypes, progressOf } from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../ui/message.tsx'
import { HistorySkeleton } from '../history/history-skeleton.tsx'
import classes from './category.module.css'
import { CategoryCard } from './category-card.tsx'
import { categoriesQuery, useAddCategory } from './queries.ts'

/** What is reviewed of a Tdoc, each by its own reviewer, and how far that is. */
export const CategoryList = ({ tdoc }: { tdoc: Tdoc }) => {
  const { data, error, isFetching, refetch } = useQuery(categoriesQuery(tdoc.id))
  const [isStale, setIsStale] = useState(false)
  if (!data)
    return error ? (
      <EmptyState title="The review categories could not be read" why={error.message}>
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </EmptyState>
    ) : (
      <HistorySkeleton />
    )
  const { completed, total } = progressOf(data)
  const left = categoryTypes.filter((type) => !data.some((category) => category.type === type))
  return (
    <div className={classes.list}>
      {isStale && (
        <p className={classes.stale} role="alert">
          Somebody else changed this Tdoc in the meantime. It shows how it stands now; your change was not made.
        </p>
      )}
      {data.length === 0 ? (
        <p className={classes.quiet}>Nothing of this Tdoc is to be reviewed.</p>
      ) : (
        <p className={classes.progress} role="status">
          {completed} of {total} completed
        </p>
      )}
      {data.map((category) => (
        <CategoryCard key={category.id} category={category} onStale={setIsStale} />
      ))}
      {tdoc.availableActions.includes('add-category') && left.length > 0 && (
        <AddCategory tdocId={tdoc.id} left={left} />
      )}
    </div>
  )
}

const AddCategory = ({ tdocId, left }: { tdocId: string; left: readonly (typeof categoryTypes)[number][] }) => {
  const [chosen, setChosen] = useState(left[0])
  const add = useAddCategory(tdocId)
  const type = left.find((one) => one === chosen) ?? left[0]
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault()
        if (type) add.mutate(type)
      }}
    >
      <NativeSelect
        label="Another category"
        value={type ?? ''}
        data={left.map((value) => ({ value, label: categoryTypeLabels[value] }))}
        onChange={({ currentTarget }) => setChosen(left.find((one) => one === currentTarget.value))}
      />
      <Button type="submit" variant="default" loading={add.isPending} leftSection={<IconPlus size={16} aria-hidden />}>
        Add category
      </Button>
    </form>
  )
}
