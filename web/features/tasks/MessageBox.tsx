import './tasks.css'
import { BellOutlined } from '@ant-design/icons'
import { Badge, Button, Empty, Popover } from 'antd'
import { useState } from 'react'
import { tasks } from '../../../contract/tasks.ts'
import { write } from '../../kit/storage.ts'
import { useStored } from '../../kit/stored.ts'
import { useText } from '../../kit/text.ts'
import { taskWords } from './words.ts'

/** The bell: what tasks had to say since one last cleared it, failures among them. */
export function MessageBox({ go }: { go: (to: string) => void }) {
  const t = useText(taskWords)
  const messages = useStored('MessageTaskList') ?? []
  const [open, setOpen] = useState(false)
  const allRead = () => {
    write('MessageTaskList', [])
    setOpen(false)
  }
  const toTasks = () => {
    setOpen(false)
    go(tasks.own.path)
  }
  const content = (
    <div className="pb-messages">
      {messages.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t.none} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reached by keys
        <ul tabIndex={0} aria-label={t.box}>
          {messages.map(({ id, time, tips, link }) => (
            <li key={`${id} ${time}`}>
              <time className="pb-figure">{time}</time>
              <p>{tips}</p>
              {link && (
                <a href={link} download>
                  {t.download}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <footer>
        <Button size="small" type="link" onClick={toTasks}>
          {t.toTasks}
        </Button>
        <Button size="small" disabled={messages.length === 0} onClick={allRead}>
          {t.allRead}
        </Button>
      </footer>
    </div>
  )
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      title={t.box}
      content={content}
    >
      <Button
        type="text"
        aria-label={t.unread(messages.length)}
        aria-expanded={open}
        title={t.box}
        icon={
          <Badge count={messages.length} size="small" overflowCount={99} title="">
            <BellOutlined />
          </Badge>
        }
      />
    </Popover>
  )
}
