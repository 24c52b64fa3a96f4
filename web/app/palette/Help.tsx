import './palette.css'
import { PageModal } from '../../kit/PageModal.tsx'
import { useText } from '../../kit/text.ts'
import { paletteWords } from './words.ts'

const keys: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  everywhere: { palette: ['Ctrl K'], help: ['?'], search: ['/'] },
  tags: { look: ['←', '→'], move: ['Ctrl ←', 'Ctrl →'], close: ['Delete'], menu: ['Shift F10'] },
  lists: { submit: ['Enter'], cells: ['←', '→', '↑', '↓'], copyCell: ['Ctrl C'], copyRow: ['Shift C'] },
  dialogs: { send: ['Ctrl Enter'], leave: ['Esc'] },
}

/** The keys of the console. */
export function Help({ close }: { close: () => void }) {
  const t = useText(paletteWords)
  const names: Readonly<Record<string, string>> = t.keys
  const groups: Readonly<Record<string, string>> = t.keyGroups
  return (
    <PageModal open title={t.help} width={460} footer={null} onCancel={close}>
      <div className="pb-help">
        {Object.entries(keys).map(([group, pairs]) => (
          <section key={group}>
            <h3>{groups[group]}</h3>
            <dl>
              {Object.entries(pairs).map(([name, pressed]) => (
                <div key={name}>
                  <dt>{names[name]}</dt>
                  <dd>
                    {pressed.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className="pb-note">{t.helpNote}</p>
      </div>
    </PageModal>
  )
}
