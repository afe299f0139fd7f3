import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './breadcrumb.module.css'
import type { LastList } from './last-list.ts'

/** The way back to the list, with its filters as one left them. */
export const Breadcrumb = ({ list: { path, search, label }, here }: { list: LastList; here: string }) => (
  <nav aria-label="Breadcrumb">
    <ol className={classes.trail}>
      <li>
        <Link to={path} search={search}>
          {label}
        </Link>
        <IconChevronRight size={14} aria-hidden />
      </li>
      <li aria-current="page">{here}</li>
    </ol>
  </nav>
)
