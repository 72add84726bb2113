export const glossaryPage = () => '';
