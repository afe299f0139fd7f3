// Narrows the list while one types; without this script the form asks the server for the same.
const input = document.querySelector('#search')
const status = document.querySelector('.count')
const empty = document.querySelector('.empty')
const sections = [...document.querySelectorAll('[data-group]')]

const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const rows = sections.flatMap((section) =>
  [...section.querySelectorAll('li')].map((row) => ({
    section,
    row,
    text: fold(`${row.textContent} ${section.dataset.group}`),
  })),
)

const narrow = () => {
  const words = fold(input.value).split(/\s+/)
  let found = 0
  for (const { row, text } of rows) {
    row.hidden = !words.every((word) => text.includes(word))
    if (!row.hidden) found += 1
  }
  for (const section of sections) section.hidden = rows.every(({ section: own, row }) => own !== section || row.hidden)
  status.textContent = `${found} ${found === 1 ? 'account' : 'accounts'}`
  empty.hidden = found > 0
}

input.addEventListener('input', narrow)
