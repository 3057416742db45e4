import { EmptyCup } from '../art/empty-cup.tsx'
import { Link } from '../route.tsx'
import { useWords } from '../words/use-words.tsx'

/** Nothing to show, and the way to something. */
export function Empty({ title, body }: { title: string; body: string }) {
  const words = useWords()
  return (
    <div className="empty">
      <EmptyCup />
      <h2>{title}</h2>
      <p className="soft">{body}</p>
      <Link to="/" className="button button-main">
        {words.toStall}
      </Link>
    </div>
  )
}
