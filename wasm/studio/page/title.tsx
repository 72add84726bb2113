/** The title of the page, and a sentence that describes the page. */
export const Title = ({ title, lead }: { title: string; lead: string }) => (
  <div class="title">
    <h1>{title}</h1>
    <p>{lead}</p>
  </div>
);
