// Narrows the list of accounts while someone types.
const input = document.querySelector('#search')
const sections = document.querySelectorAll('[data-company]')
const fold = (text) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

input.addEventListener('input', () => {
  const words = fold(input.value).split(/\s+/)
  let count = 0
  for (const section of sections) {
    const rows = [...section.querySelectorAll('li')]
    for (const row of rows) {
      const text = fold(`${row.textContent} ${section.dataset.company}`)
      row.hidden = !words.every((word) => text.includes(word))
      if (!row.hidden) count += 1
    }
    section.hidden = rows.every((row) => row.hidden)
  }
  document.querySelector('.count').textContent =
    `${count} ${count === 1 ? 'account' : 'accounts'}`
})
