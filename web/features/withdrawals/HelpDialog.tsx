import { PageModal } from '../../kit/PageModal.tsx'
import { useText } from '../../kit/text.ts'
import { reviewWords } from './words.ts'

const keys = {
  move: ['j', 'k', '↓', '↑'],
  evidence: ['Enter'],
  lock: ['l'],
  hold: ['h'],
  submit: ['s'],
  refuse: ['r'],
  duty: ['m'],
  confiscate: ['c'],
  unlock: ['u'],
  tick: ['x'],
  channel: ['p'],
  copy: ['y'],
  search: ['/'],
  tabs: ['1', '2', '3'],
  pages: ['[', ']'],
  confirm: ['Ctrl + Enter'],
  close: ['Esc'],
  help: ['?'],
} as const

/** The keys of the review. */
export function HelpDialog({ open, close }: { open: boolean; close: () => void }) {
  const t = useText(reviewWords)
  return (
    <PageModal open={open} title={t.help} width={640} footer={null} onCancel={close}>
      <dl className="pb-keys">
        {(Object.keys(keys) as (keyof typeof keys)[]).map((name) => (
          <div key={name}>
            <dt>
              {keys[name].map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t.keys[name]}</dd>
          </div>
        ))}
      </dl>
      <p className="pb-quiet">{t.keysNote}</p>
    </PageModal>
  )
}
