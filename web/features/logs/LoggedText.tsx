import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCopy } from '../../kit/CopyText.tsx'
import { kitWords } from '../../kit/kit-text.ts'
import { prettyJson } from '../../kit/pretty-json.ts'
import { useText } from '../../kit/text.ts'

/** Something that was logged, always as text: JSON in lines, anything else as it came. */
export function LoggedText({ title, text }: { title: string; text: string }) {
  const kit = useText(kitWords)
  const copy = useCopy()
  const shown = prettyJson(text)
  return (
    <section className="pb-log-part">
      <div className="pb-log-part-head">
        <h3>{title}</h3>
        <Button
          size="small"
          icon={<CopyOutlined />}
          aria-label={`${kit.copy} ${title}`}
          onClick={() => void copy(shown)}
        >
          {kit.copy}
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{shown}</pre>
    </section>
  )
}
