import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Upload } from 'antd'
import { useEffect, useState } from 'react'
import { largestImage } from '../../../contract/platforms.ts'
import { PlatformIcon } from '../../kit/PlatformIcon.tsx'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { platformWords } from './words.ts'

/** What an icon field holds: a new file, the address of the one there is, or nothing. */
export type IconValue = File | string

const accepted = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Chooses an icon and shows it at once; the form sends it with the rest. */
export function IconField({
  id,
  value = '',
  onChange,
}: {
  id?: string
  value?: IconValue
  onChange?: (value: IconValue) => void
}) {
  const t = useText(platformWords)
  const src = useAddress(value)
  const take = (file: File) => {
    if (!accepted.includes(file.type)) toast.error(t.iconKind)
    else if (file.size > largestImage) toast.error(t.iconSize)
    else onChange?.(file)
    return Upload.LIST_IGNORE
  }
  return (
    <span className="pb-icon-field">
      <PlatformIcon src={src} size={48} />
      <Upload accept={accepted.join()} beforeUpload={take} fileList={[]} maxCount={1}>
        <Button {...(id ? { id } : {})} icon={<UploadOutlined />}>
          {src ? t.iconChange : t.iconChoose}
        </Button>
      </Upload>
      {src && (
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t.iconRemove}
          onClick={() => onChange?.('')}
        />
      )}
    </span>
  )
}

/** An address that shows the value; one made for a file lives as long as it is shown. */
function useAddress(value: IconValue): string {
  const [made, setMade] = useState('')
  useEffect(() => {
    if (!(value instanceof File)) return
    const address = URL.createObjectURL(value)
    setMade(address)
    return () => URL.revokeObjectURL(address)
  }, [value])
  return value instanceof File ? made : value
}
