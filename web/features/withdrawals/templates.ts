/** Mails to players are in the language players read. */
export const mailTemplates = {
  cpf: 'Prezado jogador, o CPF informado no seu pedido de saque está incorreto ou não corresponde ao titular da conta. Por favor, verifique o seu CPF nos dados de saque, corrija-o e faça um novo pedido. Se precisar de ajuda, fale com o nosso atendimento. Obrigado!',
} as const
